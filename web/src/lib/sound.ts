// Short sounds, made on the spot. Browsers let nothing be heard before somebody has touched the page; until then all is quiet.

import { settings } from './settings.svelte';

export type Cue = 'deal' | 'lay' | 'flip' | 'swap' | 'coin' | 'clock' | 'bell' | 'win' | 'loss' | 'pop' | 'nudge' | 'turn';

interface Tone {
  kind: 'tone';
  at: number;
  pitch: number;
  /** Where the pitch slides to. */
  to?: number;
  lasts: number;
  loud: number;
  shape?: OscillatorType;
}

/** Paper: a breath of noise around one pitch. */
interface Rustle {
  kind: 'rustle';
  at: number;
  pitch: number;
  lasts: number;
  loud: number;
}

export type Note = Tone | Rustle;

const LOUDNESS = 0.22;

const tone = (at: number, pitch: number, lasts: number, loud: number, more: Partial<Tone> = {}): Tone => ({
  kind: 'tone', at, pitch, lasts, loud, ...more,
});
const rustle = (at: number, pitch: number, lasts: number, loud: number): Rustle => ({
  kind: 'rustle', at, pitch, lasts, loud,
});

const brass = (at: number, pitch: number, lasts: number, loud: number): Tone[] => [
  tone(at, pitch, lasts, loud, { shape: 'triangle' }), tone(at, pitch * 2, lasts * 0.7, loud * 0.25, { shape: 'triangle' }),
];

/** What is played for each cue. */
export const SCORES: Record<Cue, Note[]> = {
  deal: [0, 0.07, 0.14, 0.21].map((at, card) => rustle(at, 3000 + card * 300, 0.06, 0.5)),
  lay: [rustle(0, 1500, 0.09, 0.7), tone(0.01, 150, 0.09, 0.4, { to: 90 })],
  flip: [rustle(0, 2600, 0.05, 0.5), rustle(0.05, 1700, 0.09, 0.7), tone(0.07, 210, 0.06, 0.25, { to: 140 })],
  swap: [rustle(0, 1900, 0.16, 0.5), rustle(0.12, 2500, 0.14, 0.6), tone(0.05, 220, 0.18, 0.22, { to: 330 })],
  coin: [tone(0, 1318.5, 0.07, 0.3), tone(0.045, 1975.5, 0.3, 0.32), tone(0.045, 3951, 0.12, 0.06)],
  clock: [tone(0, 1900, 0.035, 0.35, { shape: 'square' }), tone(0.004, 950, 0.05, 0.25)],
  bell: [tone(0, 880, 0.9, 0.5), tone(0, 1760, 0.5, 0.18), tone(0, 2640, 0.3, 0.08)],
  win: [
    ...brass(0, 523.25, 0.13, 0.4), ...brass(0.1, 523.25, 0.08, 0.34), ...brass(0.18, 523.25, 0.08, 0.34), ...brass(0.27, 659.25, 0.19, 0.42),
    ...brass(0.44, 587.33, 0.11, 0.38), ...brass(0.54, 659.25, 0.11, 0.4), ...brass(0.65, 783.99, 0.64, 0.46), ...brass(0.65, 523.25, 0.64, 0.26), ...brass(0.65, 1046.5, 0.64, 0.22),
  ],
  loss: [tone(0, 440, 0.24, 0.32, { shape: 'triangle' }), tone(0.2, 392, 0.24, 0.3, { shape: 'triangle' }), tone(0.4, 349.23, 0.24, 0.28, { shape: 'triangle' }), tone(0.6, 440, 0.66, 0.26, { shape: 'triangle' }), tone(0.6, 349.23, 0.66, 0.2)],
  pop: [tone(0, 420, 0.09, 0.45, { to: 760 })],
  nudge: [tone(0, 330, 0.12, 0.5, { shape: 'triangle' }), tone(0.18, 330, 0.16, 0.5, { shape: 'triangle' })],
  turn: [tone(0, 587.33, 0.14, 0.4), tone(0.12, 880, 0.26, 0.4)],
};

/** Steps that sound like going up whatever they are: a scale of five notes, in half-tones. */
const SCALE = [0, 2, 4, 7, 9];

/** The factor of a pitch that many steps higher. */
export const raisedBy = (steps: number): number => 2 ** (Math.floor(steps / SCALE.length) + SCALE[steps % SCALE.length]! / 12);

let context: AudioContext | null = null;
let way: GainNode | null = null;
let noise: AudioBuffer | null = null;

/** Play it, some steps higher if wished; only for who wants to hear it and looks at the page. */
export function play(cue: Cue, steps = 0): void {
  const ready = context;
  if (!settings.sound || document.hidden || ready?.state !== 'running') return;
  for (const note of SCORES[cue]) {
    if (note.kind === 'tone') sing(ready, note, raisedBy(steps));
    else brush(ready, note);
  }
}

/**
 * Made when somebody touches the page: not earlier, which browsers forbid, and not when a sound is due, for
 * it takes a moment.
 */
function open(): void {
  if (!settings.sound) return;
  if (context) {
    if (context.state === 'suspended') void context.resume(); // a phone that slept has stopped it
    return;
  }
  context = new AudioContext();
  noise = hiss(context);
  way = context.createGain();
  way.gain.value = LOUDNESS;
  way.connect(context.destination);
}

if (globalThis.AudioContext) {
  addEventListener('pointerup', open, { passive: true });
  addEventListener('keydown', open, { passive: true });
}

function sing(ready: AudioContext, { at, pitch, to, lasts, loud, shape = 'sine' }: Tone, raised: number): void {
  const start = ready.currentTime + at;
  const source = ready.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(pitch * raised, start);
  if (to) source.frequency.exponentialRampToValueAtTime(to * raised, start + lasts);
  source.connect(fading(ready, start, lasts, loud));
  source.start(start);
  source.stop(start + lasts);
}

function brush(ready: AudioContext, { at, pitch, lasts, loud }: Rustle): void {
  const start = ready.currentTime + at;
  const source = ready.createBufferSource();
  source.buffer = noise;
  const band = ready.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = pitch;
  band.Q.value = 0.8;
  source.connect(band).connect(fading(ready, start, lasts, loud));
  source.start(start, Math.random() * 0.5, lasts);
}

/** Up at once, and softly away. */
function fading(ready: AudioContext, start: number, lasts: number, loud: number): GainNode {
  const gain = ready.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  gain.connect(way!);
  return gain;
}

function hiss(ready: AudioContext): AudioBuffer {
  const buffer = ready.createBuffer(1, ready.sampleRate, ready.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let each = 0; each < samples.length; each += 1) samples[each] = Math.random() * 2 - 1;
  return buffer;
}
