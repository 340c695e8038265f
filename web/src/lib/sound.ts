// Short sounds, made on the spot. Browsers let nothing be heard before somebody has touched the page; until then all is quiet.

import { settings } from './settings.svelte';

export type Cue = 'deal' | 'lay' | 'reveal' | 'take' | 'bell' | 'coins' | 'fanfare' | 'pop' | 'nudge' | 'turn';

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

/** What is played for each cue. */
export const SCORES: Record<Cue, Note[]> = {
  deal: [rustle(0, 3200, 0.07, 0.5), rustle(0.08, 3600, 0.07, 0.5), rustle(0.16, 4000, 0.08, 0.4)],
  lay: [rustle(0, 1500, 0.09, 0.7), tone(0.01, 150, 0.09, 0.4, { to: 90 })],
  reveal: [rustle(0, 2400, 0.16, 0.7), tone(0.06, 392, 0.22, 0.35), tone(0.14, 523.25, 0.3, 0.35)],
  take: [rustle(0, 2000, 0.14, 0.6), tone(0.05, 220, 0.14, 0.3, { to: 330 })],
  bell: [tone(0, 880, 0.9, 0.5), tone(0, 1760, 0.5, 0.18), tone(0, 2640, 0.3, 0.08)],
  coins: [tone(0, 2093, 0.16, 0.3), tone(0.07, 2637, 0.18, 0.3), tone(0.15, 3136, 0.26, 0.3), tone(0.23, 2637, 0.3, 0.2)],
  fanfare: [
    tone(0, 523.25, 0.2, 0.45, { shape: 'triangle' }), tone(0.16, 659.25, 0.2, 0.45, { shape: 'triangle' }),
    tone(0.32, 783.99, 0.2, 0.45, { shape: 'triangle' }), tone(0.48, 1046.5, 0.7, 0.5, { shape: 'triangle' }),
    tone(0.48, 659.25, 0.7, 0.25, { shape: 'triangle' }),
  ],
  pop: [tone(0, 420, 0.09, 0.45, { to: 760 })],
  nudge: [tone(0, 330, 0.12, 0.5, { shape: 'triangle' }), tone(0.18, 330, 0.16, 0.5, { shape: 'triangle' })],
  turn: [tone(0, 587.33, 0.14, 0.4), tone(0.12, 880, 0.26, 0.4)],
};

let context: AudioContext | null = null;
let way: GainNode | null = null;
let noise: AudioBuffer | null = null;

export function play(cue: Cue): void {
  const ready = context;
  if (ready?.state !== 'running') return;
  for (const note of SCORES[cue]) {
    if (note.kind === 'tone') sing(ready, note);
    else brush(ready, note);
  }
}

/** Made when somebody touches the page: not earlier, which browsers forbid, and not when a sound is due, for it takes a moment. */
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

function sing(ready: AudioContext, { at, pitch, to, lasts, loud, shape = 'sine' }: Tone): void {
  const start = ready.currentTime + at;
  const source = ready.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, start);
  if (to) source.frequency.exponentialRampToValueAtTime(to, start + lasts);
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
