// Digits and signs of money, drawn as strokes: the same on every machine, whatever fonts it has.

/** The middle lines of the digits, 12 wide and 30 high. */
const DIGITS: Record<string, string> = {
  0: 'M6 0C2 0 0 3 0 8V22C0 27 2 30 6 30S12 27 12 22V8C12 3 10 0 6 0Z',
  1: 'M1 6L7 0V30',
  2: 'M0 8C0 3 2 0 6 0S12 3 12 8C12 15 .5 21 .5 30H12.5',
  3: 'M0 7.5C.3 2.7 2.5 0 6 0C10 0 12 3 12 7.3S9.5 14.4 4.5 14.4C9.8 14.4 12 17.7 12 22.4C12 27 10 30 6 30S.3 27.3 0 22.5',
  4: 'M8 0L-.5 21.5H13M9 13V30',
  5: 'M11.5 0H1.5L.8 13.5C2 11.8 3.8 11 6 11C10.2 11 12 14.5 12 20.3C12 27 10 30 6 30S.4 27.6 0 23.5',
  6: 'M11.8 6.5C11.3 2.2 9.2 0 6.2 0C1.8 0 0 4 0 12V21.5C0 27 2 30 6 30S12 27 12 21.5S10 13 6 13S.5 15.5 0 19.5',
};
const DIGIT_STEP = 20.6;

/** The letters that codes are made of, 8 wide and 12 high. */
const LETTERS: Record<string, string> = {
  A: 'M0 12L4 0L8 12M1.5 8H6.5',
  B: 'M0 0V12H4.5C7 12 8 10.7 8 8.8S7 5.7 4.5 5.7H0H4C6.3 5.7 7.3 4.6 7.3 2.9S6.3 0 4 0Z',
  C: 'M7.8 2.8C7.2 1 5.8 0 4 0C1.4 0 0 2.2 0 6S1.4 12 4 12S7.2 11 7.8 9.2',
  D: 'M0 0V12H3C6.3 12 8 10 8 6S6.3 0 3 0Z',
  E: 'M7 0H0V12H7M0 6H6',
  F: 'M7 0H0V12M0 6H6',
  G: 'M7.8 2.8C7.2 1 5.8 0 4 0C1.4 0 0 2.2 0 6S1.4 12 4 12S8 10 8 6.8H4.5',
  K: 'M0 0V12M7.5 0L0 7M2.8 4.6L8 12',
  L: 'M0 0V12H7',
  M: 'M0 12V0L4.3 8L8.6 0V12',
  P: 'M0 12V0H4C7 0 8 1.5 8 3.5S7 7 4 7H0',
  R: 'M0 12V0H4C7 0 8 1.5 8 3.5S7 7 4 7H0M4 7L8 12',
  S: 'M7.5 2.2C7 .7 5.7 0 4 0C1.7 0 .3 1.2 .3 3C.3 7 7.8 5 7.8 9C7.8 11 6.2 12 4 12S.4 11 0 9.2',
  U: 'M0 0V8C0 10.7 1.5 12 4 12S8 10.7 8 8V0',
  Y: 'M0 0L4 6L8 0M4 6V12',
  Z: 'M0 0H8L0 12H8',
};
const LETTER_STEP = 11.6;

/** The signs, about 30 high, around the origin. */
const SIGNS = {
  yen: 'M-10-14L0 0L10-14M0 0V14M-8 2.5H8M-8 8H8',
  euro: 'M10.5-9.5A12 14 0 1 0 10.5 9.5M-14-3.6H5M-14 3.6H3.5',
  pound: 'M9-8.5C8-12.5 5.5-14 2.5-14C-2-14-4.5-11-4.5-7C-4.5-2-2.5 2-2.5 7C-2.5 11-5 13-9 14H10M-9 .8H5.5',
  rouble: 'M-5 14V-14H1C7-14 9.5-11 9.5-6.8S7 .6 1 .6H-10M-10 7.4H4',
  dollar: 'M8-6.5C7.2-10.3 4.3-12 0-12C-5-12-8-9.7-8-6C-8 1.8 8.4-1.8 8.4 6C8.4 9.8 5 12 0 12C-4.8 12-8 10-8.8 6M0-17V17',
  krona: 'M-12-14V12M-2.5-5L-11.5 4.5M-8 1L-2 12M4.5-5V12M4.5 2.5C5.3-2 8-4.8 12.5-4.2',
  franc: 'M-12 13V-13H.5M-12-.6H-1.5M5-4.5V13M5 3.5C5.8-1 8.5-4 13-3.4',
  zloty: 'M-11.5-5H-1.5L-11.5 11H-1M7.5-15V7C7.5 10 9 11.4 11.8 11M2.5 1.5L12.5-5',
  mark: 'M-14-12V12C-6.5 12-3 8-3 0S-6.5-12-14-12ZM3 12V-12L8.7 3L14.4-12V12',
  frenchFranc: 'M-5 14V-14H9.5M-5-1.4H6.5M-10 7.2H3',
  koruna: 'M-13.5-13V13M-3-13L-13 1.5M-9.5-3L-2.5 13M12.5 0A6 7.3 0 1 0 12.5 10M4-12.5L7.8-8.3L11.6-12.5',
};

export type Sign = keyof typeof SIGNS;

export const signPath = (sign: Sign): string => SIGNS[sign];

/** The width of a number in the units of its digits, strokes left out. */
export const widthOf = (number: string): number => (number.length - 1) * DIGIT_STEP + 12;

/** The middle lines of a number, its upper left corner at the origin. */
export const numberPath = (number: string): string => inARow(number, DIGITS, DIGIT_STEP);

/** The same for the code of a currency. */
export const codePath = (code: string): string => inARow(code, LETTERS, LETTER_STEP);

function inARow(text: string, glyphs: Record<string, string>, step: number): string {
  return [...text].map((each, place) => shifted(glyphs[each] ?? '', place * step)).join('');
}

/** All coordinates here are absolute, so moving a path means adding to every x. */
function shifted(path: string, by: number): string {
  if (!by) return path;
  return path.replace(/([MLCSHVZ])([^MLCSHVZ]*)/g, (_, letter: string, rest: string) => {
    const numbers = rest.match(/-?(?:\d+\.?\d*|\.\d+)/g)?.map(Number) ?? [];
    const moved = numbers.map((each, place) => (letter === 'H' || (letter !== 'V' && place % 2 === 0) ? each + by : each));
    return letter + moved.map((each) => Math.round(each * 10) / 10).join(' ');
  });
}
