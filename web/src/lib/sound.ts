// Short sounds, made on the spot.

export type Cue = 'deal' | 'lay' | 'reveal' | 'take' | 'bell' | 'coins' | 'fanfare' | 'pop' | 'nudge' | 'turn';

export function play(cue: Cue): void {
  void cue;
}
