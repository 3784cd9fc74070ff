/**
 * What a table sounds like, made in the browser: short bursts of filtered noise for cards and chips, soft tones
 * for people. Nothing is made while the sound is off, before the first press, or while nobody looks; a few
 * voices at most are heard at once, behind a limiter. Each sound is recorded when it is first asked for and played
 * from then on: to put its dozens of parts together each time would cost the frame in which chips set out.
 */
import { settings } from "../lib/settings.svelte";

export type SoundName = "slide" | "turn" | "chip" | "sweep" | "pay" | "tap" | "your-turn" | "hurry" | "win" | "big-win";

/** Where it is heard, from -1 at the left to 1 at the right, and in how many milliseconds. */
export interface Heard {
  pan?: number;
  in?: number;
}

export const MOST_VOICES = 8;
const LOUD = { off: 0, low: 0.34, full: 0.85 } as const;
const GESTURES = ["pointerdown", "keydown"] as const;
/** What is further ahead than this would be heard after the fact. */
const LATEST_MS = 4000;

/** Noise through a filter, loud at once and gone soon. */
interface Burst {
  after?: number;
  hz: number;
  /** Where the filter has come to when it ends. */
  toHz?: number;
  q?: number;
  kind?: BiquadFilterType;
  rise?: number;
  fall: number;
  gain: number;
}

/** A tone with a soft beginning. */
interface Tone {
  after?: number;
  hz: number;
  fall: number;
  gain: number;
  wave?: OscillatorType;
}

interface Recipe {
  bursts?: Burst[];
  tones?: Tone[];
}

/** Clay on clay: a dull body, two hard edges. */
const CHIP: Recipe = {
  bursts: [
    { hz: 2350, q: 7, fall: 0.07, gain: 2.4 },
    { hz: 3900, q: 9, fall: 0.04, gain: 1.3 },
    { hz: 560, q: 2, fall: 0.06, gain: 1.9 },
  ],
};

const again = (recipe: Recipe, moments: number[]): Recipe => ({
  bursts: moments.flatMap((after, i) =>
    (recipe.bursts ?? []).map((each) => ({ ...each, after, hz: each.hz * (1 + 0.04 * (i % 3)), gain: each.gain * (1 - i * 0.08) })),
  ),
});

const RECIPES: Record<SoundName, Recipe> = {
  slide: { bursts: [{ hz: 1500, toHz: 3200, q: 0.8, rise: 0.03, fall: 0.13, gain: 0.5 }] },
  turn: {
    bursts: [
      { hz: 1700, q: 0.6, rise: 0.012, fall: 0.05, gain: 0.3 },
      { after: 0.06, hz: 750, q: 1.2, fall: 0.07, gain: 1.4 },
    ],
  },
  chip: CHIP,
  pay: again(CHIP, [0, 0.07, 0.135]),
  sweep: {
    bursts: [
      { hz: 1100, toHz: 700, q: 0.7, rise: 0.06, fall: 0.22, gain: 0.28 },
      ...again(CHIP, [0.02, 0.09, 0.15, 0.2]).bursts!.map((each) => ({ ...each, gain: each.gain * 0.45 })),
    ],
  },
  tap: {
    bursts: [0, 0.16].flatMap((after) => [
      { after, hz: 210, q: 1.2, kind: "lowpass" as const, fall: 0.1, gain: 2.6 },
      { after, hz: 1300, q: 1, fall: 0.02, gain: 0.25 },
    ]),
  },
  "your-turn": {
    tones: [
      { hz: 523, fall: 0.35, gain: 0.22 },
      { after: 0.12, hz: 784, fall: 0.5, gain: 0.2 },
    ],
  },
  hurry: {
    bursts: [0, 0.22].map((after) => ({ after, hz: 1050, q: 10, fall: 0.09, gain: 4.5 })),
  },
  win: {
    tones: [392, 523, 659].map((hz, i) => ({ hz, after: i * 0.09, fall: 0.7, gain: 0.16 })),
  },
  "big-win": {
    tones: [392, 523, 659, 784].map((hz, i) => ({ hz, after: i * 0.1, fall: 1.1, gain: 0.17 })),
  },
};

/** How often each is recorded, so that noise is never quite the same. */
const TAKES = 2;

/** So many lanes lie between the middle and either side. */
const LANES = 5;

class TableSound {
  private context: AudioContext | null = null;
  private master: GainNode | null = null;
  private noise: AudioBuffer | null = null;
  private readonly lanes = new Map<number, StereoPannerNode>();
  private readonly takes = new Map<SoundName, Promise<AudioBuffer>[]>();
  private mayBegin = false;
  /** How many are heard, or will be. */
  private voices = 0;

  constructor() {
    for (const each of GESTURES) addEventListener(each, this.begin, { once: true, capture: true });
    document.addEventListener("visibilitychange", () => {
      if (!this.context) return;
      void (document.hidden ? this.context.suspend() : this.context.resume());
    });
  }

  private readonly begin = (): void => {
    this.mayBegin = true;
  };

  play(name: SoundName, { pan = 0, in: inMs = 0 }: Heard = {}): void {
    const loud = LOUD[settings.sound];
    if (!loud || !this.mayBegin || document.hidden || inMs > LATEST_MS) return;
    if (this.voices >= MOST_VOICES) return;
    this.voices += 1;
    setTimeout(() => (this.voices -= 1), inMs + seconds(RECIPES[name]) * 1000 + 100);
    // After what it sounds for is drawn: to open a device for sound, and to record one, takes as long as some frames.
    const due = performance.now() + inMs;
    setTimeout(() => this.start(name, loud, pan, Math.max(0, due - performance.now())));
  }

  private start(name: SoundName, loud: number, pan: number, inMs: number): void {
    const [context, out] = this.opened();
    const now = context.currentTime;
    out.gain.setTargetAtTime(loud, now, 0.02);
    const at = now + inMs / 1000 + 0.005;
    const place = this.lane(context, out, pan);
    void this.take(name, context).then((take) => {
      const source = context.createBufferSource();
      source.buffer = take;
      if (!RECIPES[name].tones) source.playbackRate.value = 1 + (Math.random() - 0.5) * 0.1;
      source.connect(place);
      source.start(at);
    });
  }

  /** One of the recordings of a sound. */
  private take(name: SoundName, { sampleRate }: AudioContext): Promise<AudioBuffer> {
    const takes = this.takes.get(name) ?? Array.from({ length: TAKES }, () => recorded(RECIPES[name], sampleRate, this.noise!));
    this.takes.set(name, takes);
    return takes[Math.floor(Math.random() * takes.length)]!;
  }

  /** Where something is heard from. Lanes stay: to take one down waits for the thread that plays them. */
  private lane(context: AudioContext, out: AudioNode, pan: number): AudioNode {
    const at = Math.round(Math.max(-0.8, Math.min(0.8, pan)) * LANES) / LANES;
    let lane = this.lanes.get(at);
    if (!lane) {
      lane = context.createStereoPanner();
      lane.pan.value = at;
      lane.connect(out);
      this.lanes.set(at, lane);
    }
    return lane;
  }

  private opened(): [AudioContext, GainNode] {
    if (!this.context || !this.master) {
      const context = (this.context = new AudioContext({ latencyHint: "interactive" }));
      const master = (this.master = context.createGain());
      const limiter = context.createDynamicsCompressor();
      limiter.threshold.value = -14;
      limiter.ratio.value = 16;
      limiter.attack.value = 0.002;
      limiter.release.value = 0.12;
      master.connect(limiter).connect(context.destination);
      this.noise = hiss(context);
    }
    if (this.context.state === "suspended") void this.context.resume();
    return [this.context, this.master];
  }
}

/** How long a sound is, at most. */
function seconds({ bursts = [], tones = [] }: Recipe): number {
  const ends = [
    ...bursts.map(({ after = 0, rise = 0.001, fall }) => after * 1.1 + rise + fall),
    ...tones.map(({ after = 0, fall }) => after + 0.018 + fall),
  ];
  return Math.max(...ends) + 0.12;
}

function recorded(recipe: Recipe, rate: number, noise: AudioBuffer): Promise<AudioBuffer> {
  const booth = new OfflineAudioContext(1, Math.ceil(seconds(recipe) * rate), rate);
  for (const each of recipe.bursts ?? []) burst(booth, noise, each);
  for (const each of recipe.tones ?? []) tone(booth, each);
  return booth.startRendering();
}

function burst(booth: OfflineAudioContext, noise: AudioBuffer, each: Burst): void {
  const at = (each.after ?? 0) * (0.9 + Math.random() * 0.2);
  const rise = each.rise ?? 0.001;
  const ends = at + rise + each.fall;
  const source = booth.createBufferSource();
  source.buffer = noise;
  const filter = booth.createBiquadFilter();
  filter.type = each.kind ?? "bandpass";
  filter.Q.value = each.q ?? 1;
  filter.frequency.setValueAtTime(each.hz, at);
  if (each.toHz) filter.frequency.exponentialRampToValueAtTime(each.toHz, ends);
  const gain = booth.createGain();
  swell(gain.gain, at, rise, each.fall, each.gain);
  source.connect(filter).connect(gain).connect(booth.destination);
  source.start(at, Math.random() * 0.8);
  source.stop(ends + 0.05);
}

function tone(booth: OfflineAudioContext, each: Tone): void {
  const at = each.after ?? 0;
  const gain = booth.createGain();
  swell(gain.gain, at, 0.018, each.fall, each.gain);
  // A quiet octave above gives it a body of wood.
  for (const [times, part] of [[1, 1], [2, 0.22]] as const) {
    const source = booth.createOscillator();
    source.type = each.wave ?? "sine";
    source.frequency.value = each.hz * times;
    const share = booth.createGain();
    share.gain.value = part;
    source.connect(share).connect(gain);
    source.start(at);
    source.stop(at + each.fall + 0.1);
  }
  gain.connect(booth.destination);
}

function swell(gain: AudioParam, at: number, rise: number, fall: number, to: number): void {
  gain.setValueAtTime(0.0001, at);
  gain.exponentialRampToValueAtTime(to, at + rise);
  gain.exponentialRampToValueAtTime(0.0001, at + rise + fall);
}

/** A second of noise, a little darker than white. */
function hiss(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = buffer.getChannelData(0);
  let last = 0;
  for (let i = 0; i < data.length; i++) {
    last = 0.72 * (Math.random() * 2 - 1) + 0.28 * last;
    data[i] = last;
  }
  return buffer;
}

export const sound = new TableSound();
