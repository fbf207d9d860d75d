const TONES_HZ = [880, 660, 880] as const;
const TONE_S = 0.14;
const VOLUME = 0.2;

let context: AudioContext | undefined;

/** Three short tones, made here: no file to load. Silent where the browser requires a click on the page first. */
export function playSound(): void {
  context ??= new AudioContext();
  void context.resume().catch(() => undefined);
  const gain = context.createGain();
  gain.gain.value = VOLUME;
  gain.connect(context.destination);
  for (const [at, frequency] of TONES_HZ.entries()) {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start(context.currentTime + at * TONE_S);
    tone.stop(context.currentTime + (at + 0.8) * TONE_S);
  }
}
