import { open, type FileHandle } from 'node:fs/promises';
import type { DebugRecord, RecordKind } from '#schemas/debug/record.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

interface Origin {
  readonly exporter: string;
  readonly device: number;
  readonly kind: RecordKind;
}

/** UTC day as `2026-11-21`. The Swedish locale formats dates as ISO 8601. */
const days = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'UTC' });
const dayOf = (atMs: number): string => days.format(Math.floor(atMs / DAY_MS) * DAY_MS);

/** One file of a recording: buffers in memory until `flush`. */
export class RecordFile {
  readonly #origin: Origin;
  readonly #path: string;
  #waiting: Uint8Array[];
  #handle: FileHandle | undefined;
  #work: Promise<void> = Promise.resolve();
  #firstMs = 0;
  #lastMs = 0;
  readonly #bytesByDay = new Map<string, number>();
  bytes = 0;

  constructor(origin: Origin, path: string, head: Uint8Array) {
    this.#origin = origin;
    this.#path = path;
    this.#waiting = [head];
    this.bytes = head.length;
  }

  add(bytes: Uint8Array, atMs: number): void {
    if (this.#firstMs === 0) this.#firstMs = atMs;
    this.#lastMs = atMs;
    const day = dayOf(atMs);
    this.#bytesByDay.set(day, (this.#bytesByDay.get(day) ?? 0) + bytes.length);
    this.bytes += bytes.length;
    this.#waiting.push(bytes);
  }

  /** Appends the buffered bytes. Rejects with the file system error; the buffered bytes are lost then. */
  flush(): Promise<void> {
    return this.#serially(() => this.#append());
  }

  /** The same, and closes the file even if that fails. */
  close(): Promise<void> {
    return this.#serially(async () => {
      try {
        await this.#append();
      } finally {
        const handle = this.#handle;
        this.#handle = undefined;
        await handle?.close();
      }
    });
  }

  async #append(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#handle ??= await open(this.#path, 'a');
    await this.#handle.appendFile(Buffer.concat(waiting));
  }

  /** A flush and a close at the same time would each open the file. */
  #serially(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => undefined);
    return done;
  }

  record(): DebugRecord {
    return {
      ...this.#origin,
      firstMs: this.#firstMs,
      lastMs: this.#lastMs,
      bytesByDay: Object.fromEntries(this.#bytesByDay),
      totalBytes: this.bytes,
    };
  }
}
