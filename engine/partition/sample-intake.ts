import { sampleBytes, sampleOffset, viewOf, wholeAt } from './sample-row.ts';
import { SliceBuffer } from './slice-buffer.ts';
import type { Timing } from './timing.ts';

/** Where a message came from: its place in the stream and when the broker took it. */
export interface Origin {
  readonly sequence: number;
  /** Milliseconds since 1970 by the broker's clock. */
  readonly receivedAt: number;
  /** Of a tick: nothing dated before this time is expected any more, milliseconds since 1970. */
  readonly quietUntil?: number | undefined;
}

/** Of rows whose times the caller vouches for. */
export const NO_ORIGIN: Origin = { sequence: 0, receivedAt: Infinity };

/** Plain values, kept with the checkpoint. */
export interface IntakeState {
  readonly newest: number;
  /** Absent from checkpoints that were made before there were ticks: the newest sample it was, then. */
  readonly heard?: number;
  readonly sequence: number;
  /** The stream must be read again from behind this sequence. */
  readonly readUpTo: number;
}

/** A sample further ahead of the broker's clock than this comes from a clock that is wrong, and is left out. */
const MOST_AHEAD_MS = 5 * 60_000;
/** `measures.at` holds seconds in 32 bits. */
const LATEST_MS = 2 ** 32 * 1_000;

/**
 * Takes in samples and knows how far event time has come.
 *
 * The newest time seen is what moves the engine on: `newest - lateness` is the time up to which no sample is expected any
 * more. A sample dated ahead must not close windows over everybody else, so a sample moves `newest` at most to the time at
 * which the broker took it; the broker's time is kept with the message, so a replay decides the same. While nothing comes, ticks
 * in the same stream move it on (docs/adr/0019-ticks.md); before the first sample there is nothing to move.
 */
export class SampleIntake {
  readonly slices = new SliceBuffer();
  /** How far event time has come: milliseconds since 1970, 0 before the first sample. */
  newest = 0;
  /** Time of the newest sample itself. */
  heard = 0;
  /** Samples of earlier slices have been read: what comes before this is late. */
  frontier = 0;
  late = 0;
  ahead = 0;
  /** Sequence of the newest message ever taken in, before a restart too. */
  sequence = 0;
  /** While a replay brings again what was read before, nothing of it may be given up. */
  #replay = { from: 0, until: 0 };
  #last = 0;
  readonly timing: Timing;

  constructor(timing: Timing) {
    this.timing = timing;
  }

  /** Rows of `samples`. Throws a RangeError when the bytes end within a row; nothing is taken in then. */
  accept(rows: Uint8Array, { sequence, receivedAt, quietUntil = 0 }: Origin): void {
    if (rows.length % sampleBytes !== 0)
      throw new RangeError(`${String(rows.length)} bytes are no whole number of samples`);
    const view = viewOf(rows);
    const latest = Math.min(receivedAt + MOST_AHEAD_MS, LATEST_MS);
    const { sliceMs } = this.timing;
    let newest = this.heard;
    let late = 0;
    let ahead = 0;
    let run = 0;
    let start = Number.NaN;
    for (let row = 0; row < rows.length; row += sampleBytes) {
      const at = wholeAt(view, row + sampleOffset.at);
      if (at >= start && at < start + sliceMs) {
        newest = Math.max(newest, Math.min(at, receivedAt));
        continue;
      }
      this.#keep(start, rows.subarray(run, row), sequence);
      run = row;
      start = Number.NaN;
      if (at < this.frontier || at <= 0) late += 1;
      else if (at > latest) ahead += 1;
      else {
        start = Math.floor(at / sliceMs) * sliceMs;
        newest = Math.max(newest, Math.min(at, receivedAt));
      }
    }
    this.#keep(start, rows.subarray(run), sequence);
    this.heard = newest;
    this.newest = Math.max(this.newest, newest, this.newest === 0 ? 0 : quietUntil);
    this.#last = sequence;
    this.#count(sequence, late, ahead);
  }

  /** The time up to which event time is settled: a whole number of slices. */
  settled(): number {
    const { sliceMs, latenessMs } = this.timing;
    return Math.max(0, Math.floor((this.newest - latenessMs) / sliceMs) * sliceMs);
  }

  /** Goes on where a state was taken: rows that were held then come again in a replay from behind `readUpTo`. */
  resume({ newest, heard = newest, sequence, readUpTo }: IntakeState): void {
    this.newest = newest;
    this.heard = heard;
    this.sequence = sequence;
    this.#replay = { from: readUpTo, until: sequence };
  }

  /** The stream begins anew, with sequences from 1: what was held of the one before does not come again. */
  forget(): void {
    this.sequence = 0;
    this.#last = 0;
    this.#replay = { from: 0, until: 0 };
  }

  /** A replay may begin behind this sequence: everything up to it has been read for good. */
  readUpTo(): number {
    if (this.#last < this.#replay.until) return this.#replay.from;
    return Math.min(this.sequence, this.slices.firstSequence() - 1);
  }

  /** `start` is NaN for a run of rows that are left out. */
  #keep(start: number, run: Uint8Array, sequence: number): void {
    if (run.length > 0 && !Number.isNaN(start)) this.slices.append(start, run, sequence);
  }

  /** Messages that a replay brings again are not counted again. */
  #count(sequence: number, late: number, ahead: number): void {
    if (sequence !== 0 && sequence <= this.sequence) return;
    this.sequence = sequence;
    this.late += late;
    this.ahead += ahead;
  }
}
