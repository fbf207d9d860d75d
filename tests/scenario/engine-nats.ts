import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headerOf } from '#schemas/bus/header.ts';
import { partitionOf, subjectOf } from '#schemas/bus/stream.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import { sampleCodec } from './engine-network.ts';
import type { SampleRow } from './engine-network.ts';

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A real nats-server with JetStream in a directory of its own. */
export async function startNats(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'telltale-engine-'));
  const port = await freePort();
  const file = join(directory, 'nats.conf');
  writeFileSync(
    file,
    `listen: "127.0.0.1:${String(port)}"\nmax_payload: 8MB\njetstream { store_dir: "${directory}/js", max_file_store: 20GB }\n`,
  );
  const server = spawn('nats-server', ['-c', file], { stdio: 'ignore' });
  const exit = once(server, 'exit');
  return {
    url: `nats://127.0.0.1:${String(port)}`,
    async stop() {
      server.kill('SIGKILL');
      await exit;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

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
  withinMs = 15_000,
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
