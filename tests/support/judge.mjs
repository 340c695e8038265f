// Judges positions by the page's own code: a JSON line in, a JSON line out. The first line tells the tables.
//
//   node judge.mjs WEIGHTS

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Champion } from '../../web/src/local/champion.ts';

let champion = null;
for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if (champion) console.log(JSON.stringify(champion[told[0]](told[1])));
  else champion = new Champion(told, new Uint8Array(readFileSync(process.argv[2])).buffer);
}
