import { describe, expect, it } from 'vitest';
import { onThisDevice } from './refusals';

describe('a refusal on this device', () => {
  it('says that there is no room, however its JSON is written', () => {
    const refused = { type: 'refused', id: '7', code: 'store_down', arguments: {} };
    expect(JSON.parse(onThisDevice(JSON.stringify(refused, null, 1).replaceAll('\n', ' ')))).toEqual({ ...refused, code: 'device_full' });
  });

  it('is found among several messages', () => {
    const update = '{"type":"update","n":2}';
    expect(onThisDevice(`${update}\n{"type":"bye","code":"come_back"}`)).toBe(`${update}\n{"type":"bye","code":"device_full"}`);
  });

  it('is no code that something else has', () => {
    const said = '{"type":"refused","code":"rule","arguments":{"found":{"code":"store_down"}}}';
    expect(onThisDevice(said)).toBe(said);
  });
});
