import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

export default ts.config(
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'] } },
  },
  { rules: { 'svelte/prefer-svelte-reactivity': 'off' } }, // maps here are made anew, never changed
  { ignores: ['src/events.ts', 'src/messages.ts', 'src/requests.ts'] },
);
