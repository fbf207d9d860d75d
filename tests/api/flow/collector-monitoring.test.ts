import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressBytes } from '#ingest/flow/attribution/address.ts';
import { statsRows, type StatsRow } from '#ingest/flow/statistics/stats-rows.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { collectorStats } from '#schemas/table/stream/collector-stats.ts';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import { dataSet, ip, netflowV9, templateV9 } from '#tests/fixtures/flow/packet-builder.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const path = '/api/v1/mt/monitoring-collect/exporter';

/** What a collector reports after a datagram of two flows, one that is cut off, and one of no version it knows. */
function reported(atMs: number): readonly StatsRow[] {
  const { collector, send } = aCollector();
  const fields = [{ id: 8, length: 4 }];
  const flows = dataSet(256, [ip('10.11.0.1')], [ip('10.11.0.2')]);
  send(netflowV9({ seconds: Math.floor(atMs / 1_000) }, templateV9(256, fields), flows), atMs);
  send(Buffer.from('0009', 'hex'), atMs);
  send(Buffer.from('00631234', 'hex'), atMs);
  return statsRows(collector.exporters.values(), 'collector-1', atMs);
}

describe('the monitoring of the collectors', () => {
  let server: ServerUnderTest;
  let browser: Browser;

  beforeAll(async () => {
    // The store drops what is older than its retention, by its own clock.
    server = await openServer({ startsAt: Date.now() });
    await server.account({ username: 'support', permissions: ['SUPPORT.COLLECT.read'], customers: ['acme'] });
    await server.account({ username: 'outsider', permissions: ['ALERT.read'], customers: ['acme'] });
    browser = await server.signedIn('support');
    const nowMs = server.clock.now().getTime();
    const of = (clientId: string, rows: readonly StatsRow[]) =>
      rows.map((row) => ({ ...row, customer: server.customers.get(clientId)! }));
    await server.stack.clickhouse.insertRowBinary({
      table: 'collector_stats',
      columns: Object.keys(collectorStats.columns),
      rows: codecOf(collectorStats).encode([
        ...of('acme', reported(nowMs - 30_000)),
        ...of('acme', reported(nowMs - 40 * 60_000)),
        ...of('globex', reported(nowMs)).map((row) => ({ ...row, address: addressBytes('127.1.0.9') })),
      ]),
    });
  });
  afterAll(() => server.close());

  it('shows what came in from each exporter and domain, what was rejected and why', async () => {
    const { exporters } = (await browser.get(path)).json<{ exporters: readonly unknown[] }>();
    expect(exporters).toMatchObject([
      {
        customerName: 'Customer acme',
        address: '127.1.0.1',
        domain: 7,
        collector: 'collector-1',
        packets: 2,
        records: 4,
        recordsPerSecond: 2 / 60,
        lastExport: server.clock.now().getTime() - 30_000,
        templates: [
          {
            id: 256,
            kind: 'data',
            fields: 1,
            records: 4,
            bytes: 16,
            recordsPerSecond: 2 / 60,
            errors: {},
            lastExport: server.clock.now().getTime() - 30_000,
            since: server.clock.now().getTime() - 30_000,
          },
        ],
        errors: {},
      },
      { domain: 0, records: 0, errors: { 'datagram too short': 2, 'version unknown': 2 } },
    ]);
  });

  it('goes back as far as requested', async () => {
    const { exporters } = (await browser.get(`${path}?period=15m`)).json<{ exporters: readonly unknown[] }>();
    expect(exporters).toMatchObject([{ records: 2 }, { errors: { 'version unknown': 1 } }]);
  });

  it('rejects another period, and users without the permission', async () => {
    expect((await browser.get(`${path}?period=5y`)).statusCode).toBe(400);
    const noUser = await server.signedIn('outsider');
    expect((await noUser.get(path)).statusCode).toBe(403);
  });
});
