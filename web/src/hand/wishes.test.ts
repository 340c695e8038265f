import { describe, expect, it } from 'vitest';
import type { TableStore } from '../lib/table.svelte';
import type { TurnCode } from '../messages';
import { Side } from './side.svelte';

/** My bid lies; a plan is answered when it is told to be. */
function laid() {
  const asked: { wishes: TurnCode[]; answer(): void }[] = [];
  const store = {
    seat: 0, table: {}, deal: {}, current: null, nameOf: String,
    own: { bid: ['Y20a'], plan: [], plannable: ['left', 'right', 1] },
    makePlan: (wishes: TurnCode[]) => new Promise<void>((answer) => asked.push({ wishes, answer })),
  };
  const side = new Side(store as unknown as TableStore);
  side.enter('laid');
  return { side, asked };
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('wishes for my turn', () => {
  it('count while the last one is on its way', async () => {
    const { side, asked } = laid();
    const done = side.use('left');
    void side.use('right');
    void side.use(1);
    expect(side.wishes).toEqual(['left', 'right', 1]);
    asked[0]!.answer();
    await settled();
    expect(asked.map(({ wishes }) => wishes)).toEqual([['left'], ['left', 'right', 1]]);
    asked[1]!.answer();
    await done;
    expect(asked).toHaveLength(2);
    side.close();
  });

  it('are of no use when the bids are open', async () => {
    const { side, asked } = laid();
    const done = side.use('left');
    void side.use('right');
    side.enter('turn');
    asked[0]!.answer();
    await done;
    expect(asked).toHaveLength(1);
    side.close();
  });
});
