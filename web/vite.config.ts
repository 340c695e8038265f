import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { type Plugin, transformWithOxc } from 'vite';
import { defineConfig } from 'vitest/config';

/** Writes the service worker, with the names of the files it keeps. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    async generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/')).map((name) => `/${name}`).sort();
      const name = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const source = readFileSync(new URL('service-worker.ts', import.meta.url), 'utf8');
      const { code } = await transformWithOxc(source, 'service-worker.ts');
      const shell = `const SHELL = ${JSON.stringify({ name: `shell-${name}`, files })};\n`;
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: shell + code });
    },
  };
}

/** What every screen needs: one parcel instead of thirty small ones. */
const BASE = /node_modules\/svelte|src\/(lib|cards|people)\/(?!texts\/|key_help|shuffle|sha256|table\.|socket|chronicle|witness|narrate|follow|clock)|src\/(Mark|Modal)\.svelte|src\/start\/(Choice|NameField|Problem|sitting|tables)/;

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: {
    outDir: '../src/spielgeld/static',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the server allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] } } },
  },
  server: { fs: { allow: ['..'] } },
  test: { include: ['src/**/*.test.ts'], setupFiles: ['src/lib/words_for_tests.ts'] },
});
