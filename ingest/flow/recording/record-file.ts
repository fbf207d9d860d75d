import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DebugRecord, RecordKind } from '#schemas/debug/record.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { Chunks } from './chunks.ts';

interface Origin {
  readonly exporter: string;
  readonly device: number;
  readonly kind: RecordKind;
}

/** UTC day as `2026-11-21`. The Swedish locale formats dates as ISO 8601. */
const days = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'UTC' });

/** The system may take a part at a time. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length;)
    from += (await handle.write(bytes, from, bytes.length - from)).bytesWritten;
}

/** One file of a recording: buffers in memory until `flush`. */
export class RecordFile {
  readonly #origin: Origin;
  readonly #path: string;
  readonly #waiting = new Chunks();
  #handle: FileHandle | undefined;
  #work: Promise<void> = Promise.resolve();
  #firstMs = 0;
  #lastMs = 0;
  /** The day of the newest bytes, as its number and as its text. */
  #day = { number: -1, text: '' };
  readonly #bytesByDay = new Map<string, number>();
  bytes = 0;
  /** Bytes that are being written. */
  #writingBytes = 0;

  constructor(origin: Origin, path: string, head: Uint8Array) {
    this.#origin = origin;
    this.#path = path;
    this.#waiting.add(head);
    this.bytes = head.length;
  }

  /** Bytes that the disk has not taken yet. */
  get waitingBytes(): number {
    return this.#waiting.bytes + this.#writingBytes;
  }

  /** Adds a head and what follows it; their bytes are copied. */
  add(head: Uint8Array, bytes: Uint8Array, atMs: number): void {
    if (this.#firstMs === 0) this.#firstMs = atMs;
    this.#lastMs = atMs;
    const day = this.#dayOf(atMs);
    const added = head.length + bytes.length;
    this.#bytesByDay.set(day, (this.#bytesByDay.get(day) ?? 0) + added);
    this.bytes += added;
    this.#waiting.add(head);
    this.#waiting.add(bytes);
  }

  /** The bytes that were added last reach up to this time. */
  reach(lastMs: number): void {
    this.#lastMs = Math.max(this.#lastMs, lastMs);
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

  /** Formatting a date costs more than recording a datagram. */
  #dayOf(atMs: number): string {
    const number = Math.floor(atMs / DAY_MS);
    if (number !== this.#day.number) this.#day = { number, text: days.format(number * DAY_MS) };
    return this.#day.text;
  }

  async #append(): Promise<void> {
    if (this.#waiting.bytes === 0) return;
    this.#writingBytes += this.#waiting.bytes;
    const writing = this.#writingBytes;
    try {
      await this.#waiting.drain(async (bytes) => {
        this.#handle ??= await this.#open();
        await writeAll(this.#handle, bytes);
      });
    } finally {
      this.#writingBytes -= writing;
    }
  }

  /** The folder is made with the first bytes: a disk that is full stops the recording, not the collector. */
  async #open(): Promise<FileHandle> {
    await mkdir(dirname(this.#path), { recursive: true });
    return open(this.#path, 'a');
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
