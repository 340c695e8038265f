import { expect, test } from 'vitest';
import { meaning } from '../hand/key_meaning';
import { KEYS } from './key_help';

const bare = { ctrlKey: false, metaKey: false, altKey: false, repeat: false };
const keysOf = (name: string): string[] => KEYS.flatMap(({ entries }) => entries).find(({ textKey }) => textKey.endsWith(`.${name}`))!.keys;

test('who wants no letters still lays a bid', () => {
  expect(meaning({ ...bare, ctrlKey: true, key: 'Enter' }, true, [], false)).toEqual({ what: 'lay' });
  expect(meaning({ ...bare, key: 'b' }, true, [], false)).toBeNull();
  for (const [key, turn] of [['r', 'right'], ['k', 'keep'], ['2', 1]] as const) expect(meaning({ ...bare, key }, false, [turn], false)).toBeNull();
});

test('the overlay names the keys that lay a bid and take a turn', () => {
  expect(keysOf('lay')).toEqual(['ctrl+enter']);
  expect(meaning({ ...bare, ctrlKey: true, key: 'Enter' }, true, [])).toEqual({ what: 'lay' });
  expect(meaning({ ...bare, key: keysOf('bluff')[0]! }, true, [])).toEqual({ what: 'bluff' });
  for (const turn of ['right', 'left', 'keep'] as const) {
    expect(meaning({ ...bare, key: keysOf(turn)[0]! }, false, ['right', 'left', 'keep'])).toEqual({ what: 'turn', turn });
  }
  expect(keysOf('take')).toEqual(['1–6']);
  for (const seat of [0, 5]) expect(meaning({ ...bare, key: `${seat + 1}` }, false, [seat])).toEqual({ what: 'turn', turn: seat });
});
