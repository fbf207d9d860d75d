import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { LiveFlowMap } from '#schemas/flowmap/flow-map.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { commonRecord, dataSet, netflowV9 } from '#tests/fixtures/flow/packet-builder.ts';
import { templates } from '../flow-decode/packets.ts';
import { startProcess, startStores, stopProcess } from '../harness/embedded-stores.ts';
import { prepareStores } from '../harness/network-under-test.ts';
import { quantile } from '../harness/quantile.ts';
import type { BenchResult } from '../harness/result.ts';
import { startBenchServer, waitFor, type BenchServer } from '../live/server.ts';

const ROUNDS = 6;
/** The server limits the requests of an account to 1,200 a minute. */
const BETWEEN_MS = 100;
const PARTITIONS = '2';
const FIRST_BYTES = 10_000;
/** Flows of a minute are summed: each is larger than all before it. */
const GROWTH = 3;
/** Rounds begin at different times of a slot of ten seconds. */
const APART_MS = 1_300;
const BITS = 8;

const portOf = (collector: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    collector.on('message', (message: { kind: string; ports?: number[] }) => {
      if (message.kind === 'ports') resolve(message.ports?.[0] ?? 0);
    });
  });

/** Bytes of the last minute between all sites, as the map shows them. */
async function bytesShown({ url, cookie, customer }: BenchServer): Promise<number> {
  const token = /X-CSRF-Token=([^;]+)/.exec(cookie)?.[1] ?? '';
  const reply = await fetch(`${url}/api/v1/customers/${String(customer)}/flow-map/live`, {
    method: 'POST',
    headers: { cookie, origin: url, 'x-csrf-token': token, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!reply.ok) throw new Error(await reply.text());
  const { arcs, seconds } = (await reply.json()) as LiveFlowMap;
  return (arcs.reduce((sum, { forth, back }) => sum + forth + back, 0) * seconds) / BITS;
}

async function measure(server: BenchServer, port: number): Promise<readonly number[]> {
  const socket = createSocket('udp4');
  const send = async (packet: Buffer): Promise<void> => {
    socket.send(packet, port, '127.0.0.1');
    await systemClock.wait(0);
  };
  const samples: number[] = [];
  let sequence = 1;
  const sendFlow = (bytes: number): Promise<void> => {
    const flow = commonRecord({ source: '10.11.0.1', destination: '10.12.0.1', bytes, packets: 10 });
    sequence += 1;
    const seconds = Math.floor(Date.now() / SECOND_MS);
    return send(netflowV9({ seconds, sequence }, dataSet(256, flow)));
  };
  try {
    // Until the collector knows its exporter and the engine its partition.
    await waitFor('the first flow on the map', async () => {
      await send(templates.v9());
      await sendFlow(1);
      await systemClock.wait(SECOND_MS);
      return (await bytesShown(server)) > 0;
    });
    for (let round = 0; round < ROUNDS; round += 1) {
      await systemClock.wait(round * APART_MS);
      const bytes = FIRST_BYTES * GROWTH ** round;
      const sent = performance.now();
      await sendFlow(bytes);
      await waitFor('a flow on the map', async () => {
        await systemClock.wait(BETWEEN_MS);
        return (await bytesShown(server)) > 0.9 * bytes;
      });
      samples.push((performance.now() - sent) / SECOND_MS);
    }
  } finally {
    socket.close();
    await once(socket, 'close');
  }
  return samples;
}

/** From a datagram of an exporter to the reply from which the flow map draws its traffic, through every process. */
async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const { endpoints } = stores;
  const { CLICKHOUSE_URL, DATABASE_URL, NATS_URL } = endpoints;
  const env = { CLICKHOUSE_URL, DATABASE_URL, NATS_URL, PARTITIONS };
  const processes: ChildProcess[] = [];
  try {
    await prepareStores(endpoints);
    const collector = startProcess('ingest/flow/main.ts', {
      ...env,
      NETFLOW_PORT: '0',
      IPFIX_PORT: '0',
      SFLOW_PORT: '0',
    });
    const port = portOf(collector);
    processes.push(
      collector,
      startProcess('engine/main.ts', env),
      startProcess('ingest/writer/main.ts', env),
    );
    const server = await startBenchServer(endpoints, () => Promise.resolve());
    try {
      const samples = await measure(server, await port);
      return [
        { name: 'flow-to-map, p50', value: quantile(samples, 0.5), unit: 's', samples },
        { name: 'flow-to-map, longest', value: quantile(samples, 1), unit: 's', samples },
      ];
    } finally {
      await server.close();
    }
  } finally {
    for (const each of processes) await stopProcess(each);
    await stores.close();
  }
}

export const flowToMap = { name: 'flow-to-map', run };
