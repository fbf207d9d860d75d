import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Collector } from '#ingest/flow/collector.ts';
import { RowSink } from '#ingest/flow/rows/row-sink.ts';
import type { StoredFlow } from '#schemas/debug/flow-records.ts';
import type { Table } from '#schemas/table/table.ts';
import { aCollectorConfig } from '#tests/fixtures/flow/a-collector.ts';
import {
  dataSet,
  encodeU16,
  encodeU32,
  encodeU64,
  encodeU8,
  ip,
  netflowV9,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';
import {
  flowSample,
  frames,
  gateway,
  packetV4,
  rawHeader,
  sflow,
} from '#tests/fixtures/flow/sflow-builder.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const EXPORTER = '127.1.0.1';
const natFields = [
  { id: 8, length: 4 },
  { id: 12, length: 4 },
  { id: 7, length: 2 },
  { id: 11, length: 2 },
  { id: 4, length: 1 },
  { id: 1, length: 8 },
  { id: 225, length: 4 },
  { id: 227, length: 2 },
  { id: 230, length: 1 },
  { id: 40_000, length: 20 },
];
const natRecord = (bytes: number | bigint) => [
  ip('10.11.0.5'),
  ip('198.51.100.7'),
  encodeU16(40_000),
  encodeU16(443),
  encodeU8(6),
  encodeU64(bytes),
  ip('203.0.113.9'),
  encodeU16(61_000),
  encodeU8(1),
  Buffer.from('alice'.padEnd(20, '\0')),
];

describe('the search in stored flows', () => {
  let server: ServerUnderTest;
  let browser: Browser;
  let period = '';

  beforeAll(async () => {
    // The store drops what is older than its retention, by its own clock.
    server = await openServer({ startsAt: Date.now() });
    await server.account({ username: 'support', permissions: ['SUPPORT.DEBUG.read'], customers: ['acme'] });
    await server.account({
      username: 'elsewhere',
      permissions: ['SUPPORT.DEBUG.read'],
      customers: ['globex'],
    });
    await server.account({ username: 'outsider', permissions: ['ALERT.read'], customers: ['acme'] });
    browser = await server.signedIn('support');
    const nowMs = server.clock.now().getTime();
    const seconds = Math.floor(nowMs / 1_000);
    period = `from=${String(seconds - 3_600)}&to=${String(seconds + 3_600)}`;
    const messages: { readonly table: Table; readonly bytes: Uint8Array }[] = [];
    const sink = new RowSink(({ table, bytes }) => {
      if (table !== undefined) messages.push({ table, bytes: bytes.slice() });
    });
    const { inventory, ...config } = aCollectorConfig(EXPORTER);
    const customer = server.customers.get('acme')!;
    const devices = new Map([...inventory.devices].map(([id, device]) => [id, { ...device, customer }]));
    const collector = new Collector({ ...config, inventory: { ...inventory, devices } }, [sink]);
    const nat = netflowV9(
      { seconds },
      templateV9(256, natFields),
      dataSet(256, natRecord(1_500), natRecord(2n ** 62n)),
    );
    const plain = netflowV9(
      { seconds, sequence: 2 },
      templateV9(257, [
        { id: 8, length: 4 },
        { id: 58, length: 2 },
        { id: 1, length: 4 },
      ]),
      dataSet(257, [ip('10.11.0.6'), encodeU16(120), encodeU32(80)]),
    );
    const sampled = sflow({}, flowSample({}, gateway(), rawHeader(frames.v4(packetV4({})))));
    for (const datagram of [nat, plain, sampled]) collector.receive(datagram, EXPORTER, nowMs);
    sink.flush();
    for (const { table, bytes } of messages)
      await server.stack.clickhouse.insertRowBinary({
        table: table.name,
        columns: Object.keys(table.columns),
        rows: bytes,
      });
  });
  afterAll(() => server.close());

  const find = async (search: string): Promise<readonly StoredFlow[]> => {
    const response = await browser.get(`/api/v1/mt/debug/flow?${period}&${search}`);
    expect(response.statusCode).toBe(200);
    return response.json<{ records: readonly StoredFlow[] }>().records;
  };

  it.each([
    'address=203.0.113.9',
    'address=10.11.0.5',
    'port=61000',
    'user=alice',
    'events=true',
    'address=203.0.113.9&port=61000&user=alice',
  ])('finds who was behind a translated address by %s', async (search) => {
    expect(await find(search)).toMatchObject([
      {
        source: '10.11.0.5',
        destination: '198.51.100.7',
        sourcePort: 40_000,
        user: 'alice',
        bytes: 1_500,
        postNatSource: '203.0.113.9',
        postNatSourcePort: 61_000,
        natEvent: 1,
        postNatDestination: '',
      },
    ]);
  });

  it('finds flows without such fields by the others, and by a number of the AS path', async () => {
    expect(await find('vlan=120')).toMatchObject([{ source: '10.11.0.6', bytes: 80, natEvent: 0, user: '' }]);
    const path = { asPath: [64_510, 64_511, 64_599], ownAs: 64_500, destinationAs: 64_599 };
    expect(await find('as=64511')).toMatchObject([path]);
    expect(await find('as=64500')).toMatchObject([path]);
    expect(await find('user=bob')).toEqual([]);
  });

  it('shows flows that were set aside apart, and counts them in no sum', async () => {
    expect(await find('quarantined=true')).toMatchObject([{ bytes: 2 ** 62, user: 'alice' }]);
    const [sum] = await server.stack.clickhouse.query<{ readonly bytes: number }>(
      'SELECT toFloat64(sum(bytes)) AS bytes FROM flows_5m WHERE source_site = 11',
    );
    expect(sum?.bytes).toBeLessThan(2 ** 40);
  });

  it('shows nothing of other customers, and nothing without the permission', async () => {
    const other = await server.signedIn('elsewhere');
    const response = await other.get(`/api/v1/mt/debug/flow?${period}&user=alice`);
    expect(response.json<{ records: readonly unknown[] }>().records).toEqual([]);
    const outsider = await server.signedIn('outsider');
    expect((await outsider.get(`/api/v1/mt/debug/flow?${period}`)).statusCode).toBe(403);
  });

  it.each(['from=5&to=4', 'from=0&to=90000', `address=none`, 'mac=zz', 'port=70000', 'limit=5000'])(
    'rejects %s',
    async (search) => {
      const given = search.includes('from=') ? search : `${period}&${search}`;
      expect((await browser.get(`/api/v1/mt/debug/flow?${given}`)).statusCode).toBe(400);
    },
  );
});
