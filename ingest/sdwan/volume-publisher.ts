import type { Publisher } from '#platform/bus/publisher.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { SdwanKind } from '#schemas/sdwan/kind.ts';
import { headerOf } from '#schemas/bus/header.ts';
import { partitionOf, streams, subjectOf, type StreamKey } from '#schemas/bus/stream.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { applicationNames } from '#schemas/table/stream/application-names.ts';
import { volumeFlow, volumeName, type PlacedVolume } from './volume-flows.ts';

const ROWS_PER_MESSAGE = 1_000;
const RETRY_INTERVAL_MS = 500;
const flowCodec = codecOf(flows);
const nameCodec = codecOf(applicationNames);

interface Needs {
  readonly publisher: Publisher;
  readonly partitions: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

interface Batch {
  readonly kind: SdwanKind;
  /** The same for every process that publishes the same volumes. */
  readonly id: string;
}

/** Publishes volumes of applications as flows, with the names of the applications. */
export class VolumePublisher {
  readonly #needs: Needs;
  /** Names that this process has published, by device and name. */
  readonly #named = new Set<string>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async publish(volumes: readonly PlacedVolume[], { kind, id }: Batch): Promise<void> {
    const nowMs = this.#needs.clock.now().getTime();
    for (const [customer, own] of Map.groupBy(volumes, ({ device }) => device.customer))
      for (let from = 0; from < own.length; from += ROWS_PER_MESSAGE) {
        const some = own.slice(from, from + ROWS_PER_MESSAGE);
        const fresh = this.#unnamed(some);
        const names = nameCodec.encode(fresh.map((one) => volumeName(one, kind, nowMs)));
        const part = `${id}.${String(customer)}.${String(from)}`;
        const message = { customer, nowMs, id: part };
        if (fresh.length > 0)
          await this.#send({ ...message, stream: 'applications', data: names, rows: fresh.length });
        const data = flowCodec.encode(some.map((one) => volumeFlow(one, kind, nowMs)));
        await this.#send({ ...message, stream: 'flows', data, rows: some.length });
      }
  }

  #unnamed(volumes: readonly PlacedVolume[]): readonly PlacedVolume[] {
    return volumes.filter(({ device, volume }) => {
      const place = `${String(device.id)} ${volume.application}`;
      const isNew = !this.#named.has(place);
      this.#named.add(place);
      return isNew;
    });
  }

  async #send(part: {
    readonly stream: Extract<StreamKey, 'flows' | 'applications'>;
    readonly customer: number;
    readonly data: Uint8Array;
    readonly rows: number;
    readonly nowMs: number;
    readonly id: string;
  }): Promise<void> {
    const { publisher, partitions, clock, log, signal } = this.#needs;
    const { stream, customer, data, rows, nowMs, id } = part;
    const table = stream === 'flows' ? flows : applicationNames;
    const headers = headerOf(table, { rows, first: nowMs, last: nowMs });
    const subject = subjectOf(stream, partitionOf(customer, partitions));
    for (;;) {
      const published = await publisher.publish({ subject, data, headers, id, once: true });
      if (published.ok) return;
      if (published.reason === 'unconfirmed') {
        log.error({ rows, stream: streams[stream].name }, 'rows unconfirmed');
        return;
      }
      await clock.wait(RETRY_INTERVAL_MS, signal);
      signal.throwIfAborted();
    }
  }
}
