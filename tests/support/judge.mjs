// Judges positions by the page's own code: JSON lines in, JSON lines out. The first line tells the tables.
//
//   node judge.mjs WEIGHTS

import { readFileSync } from 'node:fs';
import { Champion } from '../../web/src/local/champion.ts';

const [tables, ...positions] = readFileSync(0, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const champion = new Champion(tables, new Uint8Array(readFileSync(process.argv[2])).buffer);
for (const [what, position] of positions) console.log(JSON.stringify(champion[what](position)));
