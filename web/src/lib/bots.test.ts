import { describe, expect, it } from 'vitest';
import { botAbout, botName, seatName, shownName } from './bots.svelte';

describe('the name of a bot', () => {
  it('is in the language of the page, its number stays', () => {
    expect(shownName('pincher', 'pincher')).toBe('Skinflint');
    expect(shownName('pincher 2', 'pincher')).toBe('Skinflint 2');
  });

  it('is its id where there are no words for it', () => {
    expect([botName('MyBot'), shownName('MyBot 3', 'MyBot')]).toEqual(['MyBot', 'MyBot 3']);
    expect(botName('constructor')).toBe('constructor');
    expect(botAbout('MyBot')).toBe(botAbout('another'));
    expect(botAbout('pincher')).not.toBe(botAbout('MyBot'));
  });

  it('is never given to people, and open seats have none', () => {
    expect(seatName({ name: 'pincher', bot: null })).toBe('pincher');
    expect(seatName({ name: 'Ann', bot: 'pincher' })).toBe('Ann');
    expect(seatName({ name: null, bot: null })).toBe(null);
  });
});
