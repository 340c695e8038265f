import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { type Plugin, transformWithOxc } from 'vite';
import { defineConfig } from 'vitest/config';
import { collectPackages, writeLicences } from './licences';
import { SCREENS } from './src/lib/screens';

interface PythonFile { path: string; from: string; bytes: number; packed: number; isPacked: boolean }

const PACKED = new URL('python/dist/', import.meta.url);
const MANIFEST = new URL('manifest.json', PACKED);
/** What `python/build.mjs` packed; null if it could not. */
const python = existsSync(MANIFEST) ? (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { lock: object; files: PythonFile[] }) : null;

const pythonLicences = python && readFileSync(new URL('LICENCES.txt', PACKED), 'utf8');
const packages = new Set<string>();

/** Puts the Python that plays in the browser beside the page, each file also in a compressed form. */
function pythonFiles(): Plugin {
  return {
    name: 'python-files',
    generateBundle() {
      for (const { path, from, isPacked } of python?.files ?? []) {
        for (const ending of isPacked ? ['', '.br'] : ['']) this.emitFile({ type: 'asset', fileName: path + ending, source: readFileSync(new URL(from + ending, PACKED)) });
      }
    },
  };
}

/** Writes the service worker, with the names of the files it keeps; the page lives in its folder, whichever that is. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    async generateBundle(_, bundle) {
      const named = (folder: string): string[] => Object.keys(bundle).filter((name) => name.startsWith(folder) && !name.endsWith('.br')).sort();
      const files = named('assets/');
      const shell = { name: `shell-${createHash('sha256').update(files.join()).digest('hex').slice(0, 12)}`, files, python: named('python/'), screens: SCREENS };
      const source = readFileSync(new URL('service-worker.ts', import.meta.url), 'utf8');
      const { code } = await transformWithOxc(source, 'service-worker.ts');
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: `const SHELL = ${JSON.stringify(shell)};\n${code}` });
    },
  };
}

/** What every screen needs: one parcel instead of thirty small ones. */
const BASE = /node_modules\/svelte|src\/(lib|cards|people)\/(?!texts\/|key_help|shuffle|sha256|table\.|socket|chronicle|narrate|follow|clock)|src\/(Mark|Modal)\.svelte|src\/start\/(NameField|Problem|sit_down)/;

export default defineConfig({
  plugins: [svelte(), pythonFiles(), serviceWorker(), collectPackages(packages), writeLicences(packages, pythonLicences)],
  define: { __PYTHON__: JSON.stringify(python && { lock: python.lock, files: python.files.map(({ path, bytes, packed }) => ({ path, bytes, packed })) }) },
  // Code finds its files from where it stands itself: the same build serves from any folder.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  worker: { format: 'es', plugins: () => [collectPackages(packages)], rolldownOptions: { output: { entryFileNames: 'python/[name]-[hash].js' } } },
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
  // Tests leave modules, timers and globals as they found them: without isolation they take a third of the time.
  test: { isolate: false, include: ['*.test.ts', 'src/**/*.test.ts'], setupFiles: ['src/lib/words_for_tests.ts'] },
});
