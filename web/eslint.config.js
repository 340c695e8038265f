import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

const SCORING = 'The page knows no rule of the game: this number comes with `setup.scoring`.';
const WAITING = 'The page knows no rule of the game: who acts next comes with the event.';

/** What would be a rule of the game in the page's code; tests plant each of them (tests/browser/test_page_code.py). */
const RULES_OF_THE_GAME = [
  // A sum compared with, or taken from, the numbers hands are counted by.
  { selector: 'BinaryExpression[operator=/^([<>]=?|[!=]==?|-|%)$/] > Literal[raw=/^[123]00$/]', message: SCORING },
  { selector: 'ArrayExpression > Literal[raw=/^[123]00$/]', message: SCORING },
  { selector: 'VariableDeclarator[id.name=/trio|full|fee|bonus|mark/i] > Literal[raw=/^[0-9]/]', message: SCORING },
  // Like cards counted in threes.
  { selector: 'BinaryExpression[operator=/^(>=|[!=]==?|%|\\u002F)$/]:has(MemberExpression[property.name=/length|count|have/]) > Literal[raw="3"]', message: SCORING },
  // The order of turns worked out.
  { selector: 'CallExpression > MemberExpression[object.property.name="waiting"][property.name=/^(filter|slice|sort|toSorted|with)$/]', message: WAITING },
  { selector: 'SpreadElement > MemberExpression[property.name="waiting"]', message: WAITING },
];

export default ts.config(
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'] } },
  },
  { rules: { 'svelte/prefer-svelte-reactivity': 'off' } }, // maps here are made anew, never changed
  {
    files: ['src/**/*.ts', 'src/**/*.svelte'],
    ignores: ['src/**/*.test.ts', 'src/cards/**'], // cards are drawn on a field of 100 by 150
    rules: { 'no-restricted-syntax': ['error', ...RULES_OF_THE_GAME] },
  },
  { ignores: ['src/events.ts', 'src/messages.ts', 'src/requests.ts'] },
);
