import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectorMetrics } from '#ingest/flow/collector-metrics.ts';
import { flowComponent } from '#ingest/flow/flow-component.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { emptyDictionary } from '#schemas/application/definition.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { AgentRepository } from '#server/features/settings/agent/agent-repository.ts';
import {
  commonFields,
  commonRecord,
  dataSet,
  netflowV9,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';
import { startWriter, type WriterProcess } from '#tests/fixtures/process/writer-process.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';

const FIRST = '127.0.0.2';
const SECOND = '127.0.0.3';
const stopping = new AbortController();
let stack: Stack;
let writer: WriterProcess;
let port = 0;
let stop: () => Promise<unknown> = () => Promise.resolve();
const customers = new Map<string, number>();

async function addAgent(agentId: string, clientId: string, source: string): Promise<void> {
  const cells = { agent_id: agentId, customer_id: customers.get(clientId)!, network_marker: 'lyon' };
  const expires_at = new Date(Date.now() + 86_400_000);
  await stack.db
    .insertInto('flow_agent')
    .values({ ...cells, index_text: 'a1Z', source, expires_at })
    .execute();
}

const announce = (): void => stack.bus.publish(subjects.config('inventory'), '{}');

beforeAll(async () => {
  stack = await openStack();
  writer = startWriter({ ...stack.env, PARTITIONS: '2' });
  const site = { name: 'Lyon', city: 'Lyon', latitude: 1, longitude: 2 };
  const file = NetworkFile.parse({
    customers: ['one', 'two'].map((clientId) => ({ clientId, name: clientId, sites: [site] })),
  });
  await importNetwork({ db: stack.db, secrets: testSecrets }, file);
  for (const { id, client_id } of await stack.db.selectFrom('customer').select(['id', 'client_id']).execute())
    customers.set(client_id, id);
  await addAgent('wide', 'one', '127.0.0.0/29');
  await addAgent('narrow', 'two', SECOND);
  const { signal } = stopping;
  const needs = { ...stack, clock: systemClock, log: silentLog, signal };
  const started = await flowComponent(
    {
      bus: stack.bus,
      clock: systemClock,
      log: silentLog,
      metrics: collectorMetrics(openMetrics()),
      inventory: await watchInventory(needs),
      applications: { current: emptyDictionary, onChange: () => undefined },
    },
    {
      host: '127.0.0.1',
      ports: [0],
      partitions: 2,
      collector: 'test',
      onListening: ([bound = 0]) => {
        port = bound;
      },
    },
  ).start(signal);
  stop = async () => started?.stop?.();
  await writer.started;
});
afterAll(async () => {
  stopping.abort();
  await stop();
  await writer.stop();
  await stack.close();
});

let sequence = 0;
/** A flow of some bytes in a NetFlow v9 packet from an address of the loopback. */
async function send(from: string, bytes: number): Promise<void> {
  const socket = createSocket('udp4').bind(0, from);
  await once(socket, 'listening');
  const flow = commonRecord({ source: '10.0.0.1', destination: '10.0.0.2', bytes, packets: 1 });
  const head = { sequence: (sequence += 1), seconds: Math.floor(Date.now() / 1_000), domain: 0 };
  const datagram = netflowV9(head, templateV9(300, commonFields), dataSet(300, flow));
  await new Promise((sent) => {
    socket.send(datagram, port, '127.0.0.1', sent);
  });
  socket.close();
}

/** Bytes by client id and site. */
async function stored(): Promise<readonly (readonly [string, string, number])[]> {
  const rows = await stack.clickhouse.query<{ customer: number; site: number; bytes: number }>(
    'SELECT customer, site, toFloat64(sum(bytes)) AS bytes FROM flows GROUP BY customer, site ORDER BY customer',
  );
  const elements = await stack.db.selectFrom('network_element').select(['id', 'name']).execute();
  const site = new Map(elements.map(({ id, name }) => [id, name]));
  const clientIds = new Map([...customers].map(([clientId, id]) => [id, clientId]));
  return rows.map((row) => [clientIds.get(row.customer) ?? '', site.get(row.site) ?? '', row.bytes] as const);
}

const unknown = async () =>
  unpackJson(await stack.bus.request(subjects.unknownExporters, '')) as readonly {
    address: string;
    agent?: string;
    records: number;
  }[];

it('flows from two addresses belong to the customers of their agents until these expire', async () => {
  await send(FIRST, 1_000);
  await send(SECOND, 30_000);
  await expect.poll(stored, { timeout: 120_000 }).toEqual([
    ['one', 'Lyon', 1_000],
    ['two', 'Lyon', 30_000],
  ]);
  const agents = new AgentRepository({ ...stack, clock: systemClock });
  const traffic = async () => (await agents.traffic()).map(({ records }) => records);
  // Statistics are reported every ten seconds.
  await expect.poll(traffic, { timeout: 120_000 }).toEqual([1, 1]);

  await stack.db
    .updateTable('flow_agent')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute();
  announce();
  await expect
    .poll(
      async () => {
        await send(SECOND, 500_000);
        return unknown();
      },
      { timeout: 120_000 },
    )
    .toMatchObject([{ address: SECOND, agent: 'narrow' }]);
  const [{ records } = { records: 0 }] = await unknown();
  expect(records).toBeGreaterThan(0);
});
