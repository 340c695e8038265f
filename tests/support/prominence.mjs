// Says how prominent choices are, by the page's own code: a JSON line in, a JSON line out.

import { createInterface } from 'node:readline';
import { byProminence } from '../../web/src/hand/prominence.ts';
import { sizesOf } from '../../web/src/table/layout.ts';

for await (const line of createInterface({ input: process.stdin })) {
  const { turns, moment, room } = JSON.parse(line);
  console.log(JSON.stringify(byProminence(turns, moment, sizesOf(room).piles)));
}
