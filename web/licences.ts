// The licences of all that the page is made of, in one file beside it. The packages in it are read from the bundle itself.

import { readFileSync, readdirSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

const MODULES = new URL('node_modules/', import.meta.url);
const OF_PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/;
/** Code that the builders add by themselves, such as Vite's `vite/preload-helper.js`. */
const ADDED = /^\0(vite|rolldown)\//;

/** Collects the npm packages with code in a bundle. */
export function collectPackages(found: Set<string>): Plugin {
  return {
    name: 'collect-packages',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
      for (const [id, { renderedLength }] of chunks.flatMap(({ modules }) => Object.entries(modules))) {
        const name = (OF_PACKAGE.exec(id) ?? ADDED.exec(id))?.[1];
        if (name && renderedLength) found.add(name);
      }
    },
  };
}

/** Writes LICENCES.txt; `python` is the part about the Python that plays in the browser, if there is one. */
export function writeLicences(found: Set<string>, python: string | null): Plugin {
  return {
    name: 'write-licences',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'LICENCES.txt', source: licences([...found].sort(), python) });
    },
  };
}

export function licences(packages: string[], python: string | null): string {
  const own = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const parts = [
    section('Spielgeld. MIT License.', own('LICENSE')),
    section('The look-alike letters of names. Unicode License V3.', own('src/spielgeld/table/lookalikes-LICENSE')),
    ...packages.map(licenceOf),
  ];
  return [...parts, ...(python === null ? [] : [python])].join('\n\n');
}

/** The licence of a package; the build fails if the package has none, so that nothing is handed on without its terms. */
function licenceOf(name: string): string {
  const folder = new URL(`${name}/`, MODULES);
  const { version, license } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { version: string; license: string };
  const file = readdirSync(folder).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  if (!license || !file) throw new Error(`the package ${name} has no licence`);
  // The packages that Vite itself is made of are not part of the page.
  const [terms] = readFileSync(new URL(file, folder), 'utf8').split('\n# Licenses of bundled dependencies');
  return section(`${name} ${version}, from npm. ${license} License.`, terms!);
}

function section(title: string, text: string): string {
  return `${title}\n${'='.repeat(title.length)}\n\n${text.trim()}\n`;
}
