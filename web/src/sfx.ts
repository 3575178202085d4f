export type Sound = 'select' | 'deal' | 'play' | 'turn' | 'bid' | 'take' | 'fail' | 'levelUp';

/** Short notes of one scale, so that they never clash. */
const SCALE = [523.25, 587.33, 659.25, 783.99, 880] as const;
const SILENT = 0.0005;

/** A synth without files: paper is filtered noise, signals are short notes. */
class Synth {
  private readonly out: GainNode;
  private readonly noise: AudioBuffer;

  constructor(readonly context: AudioContext) {
    this.out = new GainNode(context);
    this.out.connect(context.destination);
    this.noise = context.createBuffer(1, context.sampleRate * 0.3, context.sampleRate);
    const samples = this.noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }

  play(sound: Sound, volume: number): void {
    this.out.gain.value = volume;
    this.sounds[sound](this.context.currentTime);
  }

  private readonly sounds: Record<Sound, (at: number) => void> = {
    select: (at) => this.rustle(at, 0.03, 3800, 0.25),
    deal: (at) => this.rustle(at, 0.06, 2600, 0.35),
    play: (at) => {
      this.rustle(at, 0.09, 1500, 0.9);
      this.rustle(at + 0.012, 0.05, 420, 0.9);
    },
    turn: (at) => {
      this.note(at, SCALE[2], 0.22, 0.25);
      this.note(at + 0.09, SCALE[4], 0.3, 0.22);
    },
    bid: (at) => {
      this.note(at, SCALE[0], 0.18, 0.25);
      this.note(at + 0.07, SCALE[3], 0.28, 0.25);
    },
    take: (at) => this.rustle(at, 0.22, 900, 0.5),
    fail: (at) => {
      this.note(at, 220, 0.25, 0.3);
      this.note(at + 0.1, 174.6, 0.35, 0.3);
    },
    levelUp: (at) => SCALE.forEach((hertz, i) => this.note(at + i * 0.09, hertz, 0.5, 0.2)),
  };

  private rustle(at: number, seconds: number, frequency: number, loudness: number): void {
    const source = new AudioBufferSourceNode(this.context, { buffer: this.noise });
    const filter = new BiquadFilterNode(this.context, { type: 'bandpass', frequency, Q: 0.9 });
    source.connect(filter).connect(this.swell(at, 0.004, seconds, loudness));
    source.start(at);
    source.stop(at + seconds);
  }

  private note(at: number, frequency: number, seconds: number, loudness: number): void {
    const source = new OscillatorNode(this.context, { type: 'triangle', frequency });
    source.connect(this.swell(at, 0.008, seconds, loudness));
    source.start(at);
    source.stop(at + seconds);
  }

  private swell(at: number, attack: number, seconds: number, loudness: number): GainNode {
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loudness, at + attack);
    gain.gain.exponentialRampToValueAtTime(SILENT, at + seconds);
    gain.connect(this.out);
    return gain;
  }
}

let synth: Synth | null = null;

/** Make a sound at a volume from 0 to 1; nothing before the page was touched, or without audio. */
export function sound(name: Sound, volume: number): void {
  if (synth === null || volume <= 0) return;
  if (synth.context.state === 'running') synth.play(name, volume);
  else void synth.context.resume();
}

/** Browsers allow sound only after a touch or a key: wait for the first. */
export function awaitTouch(): void {
  if (typeof AudioContext === 'undefined') return;
  const events = ['pointerdown', 'keydown'] as const;
  const begin = (): void => {
    for (const event of events) removeEventListener(event, begin);
    synth = new Synth(new AudioContext());
  };
  for (const event of events) addEventListener(event, begin);
}
