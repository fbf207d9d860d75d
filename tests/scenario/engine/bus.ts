import { headerOf } from '#schemas/bus/header.ts';
import { partitionOf, subjectOf } from '#schemas/bus/stream.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import { sampleCodec } from './network.ts';
import type { SampleRow } from './network.ts';

/** Rows by partition, as a poller publishes them. */
export function sampleMessages(rows: readonly SampleRow[], partitions: number) {
  return Array.from({ length: partitions }, (_, partition) => {
    const own = rows.filter(({ customer }) => partitionOf(customer, partitions) === partition);
    const times = own.map(({ at }) => at);
    return {
      partition,
      subject: subjectOf('samples', partition),
      data: sampleCodec.encode(own),
      rows: own.length,
      headers: headerOf(samples, { rows: own.length, first: Math.min(...times), last: Math.max(...times) }),
    };
  }).filter(({ rows }) => rows > 0);
}

/** Resolves with what `probe` answers as soon as it is something. */
export async function eventually<Value>(
  probe: () => Promise<Value | undefined> | Value | undefined,
  withinMs = 30_000,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

/** Everything that a subject holds now. */
export async function allOf(bus: Bus, stream: string, subject: string): Promise<readonly StoredMessage[]> {
  const last = await bus.lastMessage(stream, subject);
  if (last === undefined) return [];
  const controller = new AbortController();
  const messages: StoredMessage[] = [];
  for await (const message of bus.orderedReader({ stream, subject, fromSeq: 1, signal: controller.signal })) {
    messages.push(message);
    if (message.seq >= last.seq) break;
  }
  controller.abort();
  return messages;
}
