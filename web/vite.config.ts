import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/spielgeld/static',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the server allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { fs: { allow: ['..'] } },
  test: { include: ['src/**/*.test.ts'] },
});
