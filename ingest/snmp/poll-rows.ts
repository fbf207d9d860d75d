import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import { PUBLISH_DELAY_MS } from '#schemas/polling/limits.ts';
import type { DeviceMemory } from './device/device-memory.ts';
import type { Outbox } from './outbox.ts';
import type { PollPart } from './poll.ts';
import { startRows, valueRows, type SampleRow } from './sample-rows.ts';

interface PollRowsNeeds {
  readonly device: DeviceEntry;
  readonly memory: Pick<DeviceMemory, 'uptime'>;
  readonly outbox: Pick<Outbox, 'send'>;
  /** The same for every poller that polls the device at its scheduled time: the stream stores each part once. */
  readonly id: string;
}

/**
 * Rows of a running poll. A slow poll publishes them in parts, each soon after it was read: the engine measures late rows
 * no more.
 */
export class PollRows {
  readonly #needs: PollRowsNeeds;
  #rows: SampleRow[] = [];
  #startedMs = 0;
  /** Time of the oldest row that is not published. */
  #oldestMs = Infinity;
  #parts = 0;
  #sent: Promise<unknown> = Promise.resolve();

  constructor(needs: PollRowsNeeds) {
    this.#needs = needs;
  }

  add({ start, ...values }: PollPart): void {
    const { device, memory } = this.#needs;
    if (start !== undefined) {
      this.#startedMs = start.atMs;
      this.#append(startRows(device, start, memory.uptime));
    }
    this.#append(valueRows(device, values, { atMs: this.#startedMs, uptime: memory.uptime }));
  }

  publishIfDue(nowMs: number): void {
    if (nowMs - this.#oldestMs >= PUBLISH_DELAY_MS) this.#publish();
  }

  /** Publishes the remaining rows. Resolves once every part is stored in the stream. */
  async end(): Promise<void> {
    this.#publish();
    await this.#sent;
  }

  #append(rows: readonly SampleRow[]): void {
    for (const row of rows) {
      this.#rows.push(row);
      if (row.at < this.#oldestMs) this.#oldestMs = row.at;
    }
  }

  #publish(): void {
    if (this.#rows.length === 0) return;
    const { outbox, id } = this.#needs;
    this.#parts += 1;
    this.#sent = Promise.all([this.#sent, outbox.send(this.#rows, `${id}.${String(this.#parts)}`)]);
    // A failure is reported at the end.
    this.#sent.catch(() => undefined);
    this.#rows = [];
    this.#oldestMs = Infinity;
  }
}
