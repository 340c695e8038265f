import { afterEach, describe, expect, it, vi } from 'vitest';
import { backTo, moveFrom, rememberPlaces, travelTime, type Place } from './moving';

const place = (left: number, top: number, width = 74): Place => ({ left, top, width, height: width * 1.5 });

/** A card as far as moving needs to know it. */
function card(name: string, at: Place) {
  return { dataset: { card: name }, at, getBoundingClientRect() { return this.at; }, getAnimations: () => [], animate: vi.fn(() => ({ finished: Promise.resolve() })) };
}

const room = (cards: ReturnType<typeof card>[]): ParentNode => ({ querySelectorAll: () => cards }) as unknown as ParentNode;

function motion(reduced: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches: reduced }));
}

afterEach(() => vi.unstubAllGlobals());

describe('the way back', () => {
  it('is the difference of the places', () => {
    expect(backTo(place(10, 200), place(110, 50))).toBe('translate(-100px, 150px)');
  });

  it('tells of another size too', () => {
    expect(backTo(place(0, 0, 37), place(0, 0, 74))).toBe('translate(0px, 0px) scale(0.5)');
  });

  it('is nothing for a card that stayed, or that is not seen', () => {
    expect(backTo(place(5, 5), place(5.4, 5.3))).toBeNull();
    expect(backTo(place(5, 5), place(0, 0, 0))).toBeNull();
  });

  it('takes longer when it is longer, within bounds', () => {
    expect(travelTime(place(0, 0), place(100, 0))).toBe(225);
    expect(travelTime(place(0, 0), place(300, 400))).toBe(405);
    expect(travelTime(place(0, 0), place(3000, 0))).toBe(480);
  });
});

describe('moving', () => {
  it('lets only those cards travel that lie elsewhere', async () => {
    motion(false);
    const [stays, goes, comes] = [card('Y20a', place(0, 0)), card('E30b', place(80, 0)), card('KR10a', place(0, 300))];
    const before = rememberPlaces(room([stays, goes]));
    goes.at = place(80, 300);
    await moveFrom(before, room([stays, goes, comes]));
    expect(stays.animate).not.toHaveBeenCalled();
    expect(comes.animate).not.toHaveBeenCalled();
    expect(goes.animate).toHaveBeenCalledOnce();
    const [frames] = goes.animate.mock.calls[0] as unknown as [{ transform: string }[]];
    expect(frames.map((frame) => frame.transform)).toEqual(['translate(0px, -300px)', 'none']);
  });

  it('leaves alone what lies there twice', async () => {
    motion(false);
    const bluffs = [card('*', place(0, 0)), card('*', place(80, 0))];
    const before = rememberPlaces(room(bluffs));
    for (const bluff of bluffs) bluff.at = place(400, 400);
    await moveFrom(before, room(bluffs));
    expect(before.size).toBe(0);
    for (const bluff of bluffs) expect(bluff.animate).not.toHaveBeenCalled();
  });

  it('rests for people who want less motion', async () => {
    motion(true);
    const goes = card('Y20a', place(0, 0));
    const before = rememberPlaces(room([goes]));
    goes.at = place(200, 0);
    await moveFrom(before, room([goes]));
    expect(goes.animate).not.toHaveBeenCalled();
  });
});
