import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Collector } from '#ingest/flow/collector.ts';
import { RowSink } from '#ingest/flow/rows/row-sink.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { emptyDictionary } from '#schemas/application/definition.ts';
import { streams } from '#schemas/bus/stream.ts';
import { FlowFileReader, flowBlockHead, flowFileHead } from '#schemas/debug/flow-file.ts';
import type { RecordingRow } from '#schemas/debug/routes.ts';
import type { FlowsNotice } from '#schemas/debug/tail.ts';
import type { DeviceProposal } from '#schemas/inventory/device-proposal.ts';
import { detailedFlows, flows } from '#schemas/table/flows.ts';
import {
  commonFields,
  commonRecord,
  dataSet,
  encodeU32,
  netflowV9,
  optionsTemplateV9,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { readRawCapture } from '#tests/fixtures/flow/raw-capture.ts';
import { startRunningCollector, type CollectorUnderTest } from '#tests/fixtures/flow/running-collector.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import { liveUsersOf } from '../../api/access/live.ts';

const EXPORTER = '127.0.0.4';
const DEBUG = '/api/v1/mt/debug';
const directory = mkdtempSync(join(tmpdir(), 'telltale-debug-'));
let server: ServerUnderTest;
let support: Browser;
let running: CollectorUnderTest;

const nowS = (): number => Math.floor(Date.now() / 1_000);
let sequence = 0;
const v9 = (...sets: readonly Buffer[]): Buffer =>
  netflowV9({ sequence: (sequence += 1), seconds: nowS(), domain: 7 }, ...sets);
const flow = (bytes: number) =>
  dataSet(300, commonRecord({ source: '10.0.0.1', destination: '192.0.2.9', bytes, packets: 1 }));
/** `option interface-table`: ifName (82) of an ifIndex, scope interface (2). */
const name = (text: string): Buffer => Buffer.concat([Buffer.from(text), Buffer.alloc(16 - text.length)]);
const announcement = (): readonly Buffer[] => [
  templateV9(300, commonFields),
  optionsTemplateV9(400, [{ id: 2, length: 4 }], [{ id: 82, length: 16 }]),
  dataSet(400, [encodeU32(1), name('Gi0/0')], [encodeU32(2), name('Gi0/1')]),
];
const send = (datagram: Buffer): Promise<void> => running.send(datagram);

beforeAll(async () => {
  server = await openServer({ startsAt: Date.now() });
  await server.account({
    username: 'support',
    permissions: ['SUPPORT.DEBUG.read', 'SUPPORT.COLLECT.read', 'NETWORK.PROVISIONING.write'],
  });
  support = await server.signedIn('support');
  const place = { directory, collector: 'one', run: 'r1', exporter: EXPORTER };
  running = await startRunningCollector(server.stack, place);
});
afterAll(async () => {
  await running.stop();
  await server.close();
  rmSync(directory, { recursive: true });
});

const newest = async (): Promise<RecordingRow | undefined> =>
  (await support.get(DEBUG)).json<{ recordings: RecordingRow[] }>().recordings[0];
const siteOf = (clientId: string) =>
  [...server.inventory().sites.values()].find(({ customer }) => customer === server.customers.get(clientId))!;
const file = (id: number, kind: string, format: string, change: Record<string, string> = {}): string =>
  `${DEBUG}/${String(id)}/file?${new URLSearchParams({ collector: 'one', run: 'r1', exporter: EXPORTER, kind, format, ...change }).toString()}`;
const flowsStored = async (): Promise<number> =>
  (await server.stack.bus.streamState(streams.flows.name)).lastSeq;

it('an unknown exporter is adopted with what it announced, and its next flow counts without new templates', async () => {
  await send(v9(...announcement(), flow(1_000)));
  const unknown = await eventually(async () => {
    const { exporters } = (await support.get('/api/v1/mt/monitoring-collect/unknown')).json<{
      exporters: { address: string }[];
    }>();
    return exporters.find(({ address }) => address === EXPORTER);
  });
  expect(unknown).toMatchObject({ protocol: 'NetFlow v9', domain: 7 });
  expect(await flowsStored()).toBe(0);
  const proposal = (
    await support.get(`/api/v1/mt/inventory/device/proposal?address=${EXPORTER}`)
  ).json<DeviceProposal>();
  expect(proposal).toMatchObject({
    name: 'exporter-127-0-0-4',
    templates: 1,
    optionsTemplates: 1,
    interfaces: ['Gi0/0', 'Gi0/1'],
    credential: '',
    site: null,
  });
  const site = siteOf('acme');
  const added = await support.send('POST', '/api/v1/mt/inventory/device', {
    body: {
      customer: { is: 'stored', id: site.customer },
      site: { is: 'stored', id: site.id },
      device: { name: proposal.name, address: EXPORTER, exportsFlows: true, interfaces: proposal.interfaces },
      access: { version: 'none' },
    },
  });
  expect([added.statusCode, added.json()]).toMatchObject([200, { interfaces: 2 }]);
  await server.followInventory();
  // Flows alone: their template came before the exporter was known.
  await eventually(async () => {
    await send(v9(flow(2_000)));
    return (await flowsStored()) > 0 ? true : undefined;
  });
});

it('a recording is downloaded as CSV, JSON and a capture, which replayed gives the same rows', async () => {
  const site = siteOf('acme');
  const started = await support.send('POST', DEBUG, { body: { site: site.id, minutes: 30 } });
  const { id } = started.json<{ id: number }>();
  const half = v9(flow(77)).subarray(0, 30);
  await eventually(async () => {
    await send(v9(...announcement(), flow(4_000)));
    await send(half);
    await send(Buffer.of(0, 9));
    const row = await newest();
    return (row?.collectors[0]?.records.length ?? 0) === 3 ? true : undefined;
  });
  for (const bytes of [5_000, 6_000]) await send(v9(flow(bytes)));
  await eventually(async () => {
    const json = await support.get(file(id, 'raw-flow', 'json'));
    return json.statusCode === 200 && json.body.includes('"bytes":6000') ? true : undefined;
  });
  expect((await support.send('POST', `${DEBUG}/${String(id)}/stop`)).statusCode).toBe(200);
  const stopped = await eventually(async () => {
    const row = await newest();
    return row?.collectors[0]?.state === 'stopped' ? row : undefined;
  });
  expect(stopped).toMatchObject({
    id,
    state: 'stopped',
    collectors: [{ collector: 'one', reason: 'requested' }],
  });
  expect(stopped.collectors[0]!.records.find(({ kind }) => kind === 'raw-flow')!.exportedAt).not.toBeNull();

  const json = await support.get(file(id, 'raw-flow', 'json'));
  const rows = json.json<Record<string, string | number>[]>();
  expect(rows.at(-1)).toMatchObject({ source: '10.0.0.1', bytes: 6_000, site: site.id });
  expect(rows.every((row) => Number(row['in_interface']) > 0)).toBe(true);
  const csv = (await support.get(file(id, 'raw-flow', 'csv', { dialect: 'international' }))).body;
  expect(csv.trim().split('\r\n')).toHaveLength(rows.length + 1);
  expect(csv).toContain('"10.0.0.1","192.0.2.9"');

  const capture = await support.get(file(id, 'raw-data', 'pcap'));
  expect(capture.headers['content-disposition']).toMatch(/acme-one-\d+-127\.0\.0\.4-raw-data\.pcap/);
  const datagrams = readRawCapture(capture.rawPayload);
  expect(datagrams.some(({ payload }) => payload.equals(half))).toBe(true);
  expect(datagrams.every(({ address, isSound }) => address === EXPORTER && isSound)).toBe(true);
  expect(await replayed(datagrams)).toEqual(rows);
  const templates = readRawCapture((await support.get(file(id, 'template', 'pcap'))).rawPayload);
  expect(templates.length).toBeLessThan(datagrams.length);
});

/** Rows of a collector of its own with the same inventory, as a download has them. */
async function replayed(datagrams: ReturnType<typeof readRawCapture>): Promise<readonly object[]> {
  const reader = new FlowFileReader();
  const rows: object[] = [];
  const take = (bytes: Uint8Array) => rows.push(...reader.push(bytes).map((row) => Object.fromEntries(row)));
  take(flowFileHead());
  const sink = new RowSink(({ table, bytes }) => {
    take(flowBlockHead(table === detailedFlows ? detailedFlows : flows, bytes.length));
    take(Uint8Array.from(bytes));
  });
  const inventory = await loadInventory(server.stack.db);
  const collector = new Collector({ inventory, dictionary: emptyDictionary }, [sink, sink]);
  for (const { payload, address, senderPort, atMs } of datagrams)
    collector.receive(payload, { address, port: senderPort }, atMs);
  sink.flush();
  return rows;
}

it('files are for those who see the site, and only those that were recorded', async () => {
  const { id } = (await newest())!;
  await server.account({ username: 'elsewhere', permissions: ['SUPPORT.DEBUG.read'], customers: ['globex'] });
  const other = await server.signedIn('elsewhere');
  expect(statusAndCode(await other.get(file(id, 'raw-data', 'pcap')))).toEqual([404, 'RESOURCE_MISSING']);
  expect(statusAndCode(await other.get(`${DEBUG}/templates?site=${String(siteOf('acme').id)}`))).toEqual([
    404,
    'RESOURCE_MISSING',
  ]);
  expect(statusAndCode(await other.send('DELETE', `${DEBUG}/${String(id)}`))).toEqual([
    404,
    'RESOURCE_MISSING',
  ]);
  const codeOf = async (change: Record<string, string>, kind = 'raw-data', format = 'pcap') =>
    statusAndCode(await support.get(file(id, kind, format, change)));
  expect(await codeOf({ exporter: '192.0.2.1' })).toEqual([404, 'DEBUG_FILE_MISSING']);
  expect(await codeOf({ collector: 'two' })).toEqual([404, 'DEBUG_FILE_MISSING']);
  expect(await codeOf({ collector: '../one' })).toEqual([400, 'VALIDATION']);
  expect(await codeOf({}, 'raw-data', 'csv')).toEqual([400, 'VALIDATION']);
});

it('live flows reach the page that watches the site, by its filter, and no other', async () => {
  const site = siteOf('acme');
  const live = await liveUsersOf(server);
  const watcher = await live.someone(['SUPPORT.DEBUG.read'], ['acme']);
  const notices: FlowsNotice[] = [];
  watcher.socket.on('flows', (notice) => notices.push(notice));
  const watch = (request: object) =>
    watcher.socket.timeout(5_000).emitWithAck('watchFlows', request as never);
  expect(await watch({ site: siteOf('globex').id, filter: {} })).toEqual({ ok: false, code: 'NOT_FOUND' });
  expect(await watch({ site: site.id, filter: { address: 'nonsense' } })).toEqual({
    ok: false,
    code: 'VALIDATION',
  });
  expect(await watch({ site: site.id, filter: { address: '192.0.2.0/28', minBytes: 500 } })).toMatchObject({
    ok: true,
  });
  await eventually(async () => {
    await send(v9(flow(100)));
    await send(v9(flow(9_000)));
    return notices.length > 0 ? true : undefined;
  });
  const shown = notices.flatMap((notice) => (notice.is === 'flows' ? notice.flows : []));
  expect(new Set(shown.map(({ bytes }) => bytes))).toEqual(new Set([9_000]));
  expect(shown[0]).toMatchObject({ source: '10.0.0.1', destination: '192.0.2.9', protocol: 6 });
  live.disconnect();
});

it('templates of the site are listed with their fields by name', async () => {
  const listed = await support.get(`${DEBUG}/templates?site=${String(siteOf('acme').id)}`);
  expect(listed.json()).toMatchObject({
    isCut: false,
    domains: [
      {
        collector: 'one',
        exporter: EXPORTER,
        deviceName: 'exporter-127-0-0-4',
        version: 9,
        domain: 7,
        templates: [
          {
            id: 300,
            kind: 'data',
            fields: expect.arrayContaining([expect.objectContaining({ name: 'sourceIPv4Address' })]),
          },
          {
            id: 400,
            kind: 'options',
            fields: [{ name: 'Interface', isScope: true }, { name: 'interfaceName' }],
          },
        ],
      },
    ],
  });
});

it('a deleted recording leaves the list, and its files leave the disk of the collector', async () => {
  const { id } = (await newest())!;
  expect(readdirSync(join(directory, String(id)))).toEqual(['one-r1']);
  const { folders } = (await support.get(DEBUG)).json<{
    folders: { usedBytes: number; next: { recording: number } }[];
  }>();
  expect(folders).toMatchObject([{ collector: 'one', maxBytes: 1e9, next: { recording: id } }]);
  expect((await support.send('DELETE', `${DEBUG}/${String(id)}`)).statusCode).toBe(200);
  expect(await newest()).toBeUndefined();
  await eventually(() => (existsSync(join(directory, String(id))) ? undefined : true));
  expect(statusAndCode(await support.get(file(id, 'raw-data', 'pcap')))).toEqual([404, 'RESOURCE_MISSING']);
});
