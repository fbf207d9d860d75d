import { sampleBytes, sampleOffset, dataViewOf, int64At } from '../measure/sample-row.ts';
import { SliceBuffer } from './slice-buffer.ts';
import type { Timing } from './timing.ts';

/** Origin of a message: its stream sequence and when the broker stored it. */
export interface MessageOrigin {
  readonly sequence: number;
  /** Milliseconds since 1970 by the broker's clock. */
  readonly receivedAt: number;
  /** For a heartbeat: no data before this time is expected, milliseconds since 1970. */
  readonly idleUntil?: number | undefined;
}

/** Rows of an element that arrived too late. */
export interface LateElement {
  readonly rows: number;
  /** Longest time from reading to storing in the stream. */
  readonly delayMs: number;
}

/** For rows whose times the caller guarantees. */
export const UNKNOWN_ORIGIN: MessageOrigin = { sequence: 0, receivedAt: Infinity };

/** Plain values, kept with the checkpoint. */
export interface IntakeState {
  readonly watermark: number;
  /** Time of the newest sample itself, without heartbeats. */
  readonly newestDataMs: number;
  readonly sequence: number;
  /** The stream must be replayed from after this sequence. */
  readonly readUpTo: number;
}

/** A sample further ahead of the broker's clock than this comes from a wrong clock and is left out. */
const MAX_AHEAD_MS = 5 * 60_000;
/** `measures.at` holds seconds in 32 bits. */
const LATEST_MS = 2 ** 32 * 1_000;

/**
 * Buffers samples by slice and tracks the watermark.
 *
 * The watermark is the newest time seen: no sample is expected before `watermark - allowedLatenessMs`. A
 * sample dated ahead must not close windows for every other element, so it moves the watermark at most to the
 * time at which the broker stored it; that time is kept with the message, so a replay decides the same. While
 * no samples arrive, heartbeats in the same stream move it (docs/adr/0019-heartbeats.md); before the first sample
 * there is nothing to move.
 */
export class SampleIntake {
  readonly slices = new SliceBuffer();
  /** Watermark: milliseconds since 1970, 0 before the first sample. */
  watermark = 0;
  /** Time of the newest sample. */
  newestDataMs = 0;
  /** Slices before this time have been read: an earlier sample is late. */
  processedUntil = 0;
  late = 0;
  ahead = 0;
  /** Late rows by element since they were last taken. */
  #lateElements = new Map<number, LateElement>();
  /** Sequence of the newest message ever accepted, including before a restart. */
  sequence = 0;
  /** The range of sequences being replayed: none of them may be released yet. */
  #replay = { from: 0, until: 0 };
  #last = 0;
  readonly timing: Timing;

  constructor(timing: Timing) {
    this.timing = timing;
  }

  /** Adds rows of `samples`. Throws a RangeError, and adds nothing, if the bytes end within a row. */
  accept(rows: Uint8Array, { sequence, receivedAt, idleUntil = 0 }: MessageOrigin): void {
    if (rows.length % sampleBytes !== 0)
      throw new RangeError(`${String(rows.length)} bytes are not whole samples`);
    const view = dataViewOf(rows);
    const latest = Math.min(receivedAt + MAX_AHEAD_MS, LATEST_MS);
    const { sliceMs } = this.timing;
    let newest = this.newestDataMs;
    let late = 0;
    let ahead = 0;
    let run = 0;
    let start = Number.NaN;
    for (let row = 0; row < rows.length; row += sampleBytes) {
      const at = int64At(view, row + sampleOffset.at);
      if (at >= start && at < start + sliceMs) {
        newest = Math.max(newest, Math.min(at, receivedAt));
        continue;
      }
      this.#keep(start, rows.subarray(run, row), sequence);
      run = row;
      start = Number.NaN;
      if (at < this.processedUntil || at <= 0) late += this.#lateRow(view, row, { sequence, receivedAt });
      else if (at > latest) ahead += 1;
      else {
        start = Math.floor(at / sliceMs) * sliceMs;
        newest = Math.max(newest, Math.min(at, receivedAt));
      }
    }
    this.#keep(start, rows.subarray(run), sequence);
    this.newestDataMs = newest;
    this.watermark = Math.max(this.watermark, newest, this.watermark === 0 ? 0 : idleUntil);
    this.#last = sequence;
    this.#count(sequence, late, ahead);
  }

  /** Returns the late rows since the last call by element, so that their devices can be named. Replayed rows do not count again. */
  takeLate(): ReadonlyMap<number, LateElement> {
    const taken = this.#lateElements;
    if (taken.size > 0) this.#lateElements = new Map();
    return taken;
  }

  /** Keeps the element of a late row. Returns 1: a row. */
  #lateRow(view: DataView, row: number, { sequence, receivedAt }: MessageOrigin): 1 {
    if (this.#isReplayed(sequence)) return 1;
    const element = view.getUint32(row + sampleOffset.element, true);
    const delayMs = receivedAt - int64At(view, row + sampleOffset.at);
    const known = this.#lateElements.get(element);
    this.#lateElements.set(element, {
      rows: (known?.rows ?? 0) + 1,
      delayMs: Math.max(known?.delayMs ?? 0, delayMs),
    });
    return 1;
  }

  #isReplayed(sequence: number): boolean {
    return sequence !== 0 && sequence <= this.sequence;
  }

  /** Returns the time up to which no sample is expected any more: a multiple of the slice. */
  settledUntil(): number {
    const { sliceMs, allowedLatenessMs } = this.timing;
    return Math.max(0, Math.floor((this.watermark - allowedLatenessMs) / sliceMs) * sliceMs);
  }

  /** Restores a state: rows that were buffered then are replayed from after `readUpTo`. */
  restore({ watermark, newestDataMs, sequence, readUpTo }: IntakeState): void {
    this.watermark = watermark;
    this.newestDataMs = newestDataMs;
    this.sequence = sequence;
    this.#replay = { from: readUpTo, until: sequence };
  }

  /** The stream was recreated, with sequences from 1: rows buffered from the old one are not replayed. */
  resetStream(): void {
    this.sequence = 0;
    this.#last = 0;
    this.#replay = { from: 0, until: 0 };
  }

  /** A replay may start after this sequence: everything up to it has been processed. */
  readUpTo(): number {
    if (this.#last < this.#replay.until) return this.#replay.from;
    return Math.min(this.sequence, this.slices.firstSequence() - 1);
  }

  /** `start` is NaN for a run of rows that are left out. */
  #keep(start: number, run: Uint8Array, sequence: number): void {
    if (run.length > 0 && !Number.isNaN(start)) this.slices.append(start, run, sequence);
  }

  /** Replayed messages are not counted again. */
  #count(sequence: number, late: number, ahead: number): void {
    if (this.#isReplayed(sequence)) return;
    this.sequence = sequence;
    this.late += late;
    this.ahead += ahead;
  }
}
