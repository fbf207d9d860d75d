import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dataSet,
  ip,
  netflowV9,
  templateV9,
  encodeU32,
  encodeU8,
  type FieldSpec,
} from '#tests/fixtures/flow/packet-builder.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';
import { flowKpiSeries } from '#server/features/data/sql/flow-series-sql.ts';
import { formulaOf } from '#schemas/kpi/formulas.ts';
import type { Kpi } from '#schemas/kpi/kpi.ts';
import { kpis as kpiLibrary } from '#schemas/kpi/library.ts';
import type { SeriesRow } from '#server/features/data/sql/series-sql.ts';
import { startFlowCollector } from '../../fixtures/process/flow-process.ts';
import { startWriter, type WriterProcess } from '../../fixtures/process/writer-process.ts';

let stack: Stack;
let writer: WriterProcess;

beforeAll(async () => {
  stack = await openStack();
  writer = startWriter({ ...stack.env, PARTITIONS: '2' });
  await writer.started;
});
afterAll(async () => {
  await writer.stop();
  await stack.close();
});

const vendor = (id: number): FieldSpec => ({ id: id + 32_768, length: 4 });
/** Ends, interfaces and direction, volume, application of NBAR2, then what Cisco AVC measures. */
const fields: readonly FieldSpec[] = [
  ...[8, 12, 10, 14].map((id) => ({ id, length: 4 })),
  { id: 61, length: 1 },
  ...[1, 2].map((id) => ({ id, length: 4 })),
  { id: 95, length: 4 },
  ...[9_292, 9_306, 9_313, 9_268, 9_270].map(vendor),
  { id: 278, length: 4 },
  ...[4_251, 4_325].map(vendor),
];
const NONE = 0xff_ff_ff_ff;
const webRecord = (direction: number, measures: readonly number[]) => [
  ip('10.11.0.1'),
  ip('10.12.0.1'),
  encodeU32(1),
  encodeU32(2),
  encodeU8(direction),
  encodeU32(5_000),
  encodeU32(100),
  encodeU32(0x0d_00_00_50),
  ...measures.map((value) => encodeU32(value)),
];
const records = [
  webRecord(0, [10, 300, 60, 2, 1, 3, NONE, NONE]),
  webRecord(0, [30, 500, 20, 0, 1, 1, NONE, NONE]),
  // A record of the same traffic at its output, one of a call, and one that measured nothing.
  webRecord(1, [10, 300, 60, 2, 1, 3, NONE, NONE]),
  webRecord(0, [NONE, NONE, NONE, NONE, NONE, NONE, 25, 4_000]),
  webRecord(0, [NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE]),
];

const kpis = `SELECT sum(server_ms) / sum(responses) AS app_resp, sum(network_ms) / sum(network_connections) AS app_net,
  100 * (sum(client_retransmitted) + sum(server_retransmitted)) / sum(retransmission_packets) AS app_retrans,
  sum(rtp_jitter_us) / 1000 / sum(rtp_flows) AS media_jitter,
  100 * sum(rtp_lost) / (sum(rtp_lost) + sum(rtp_packets)) AS media_loss,
  toInt64(sum(connections)) - toInt64(sum(connection_flows)) AS more_flows`;

describe('application and media metrics of a Cisco router', () => {
  it('arrive in every rollup and produce the KPIs', async () => {
    const collector = await startFlowCollector(stack.bus);
    const socket = createSocket('udp4');
    const seconds = Math.floor(Date.now() / 1000);
    const datagram = netflowV9({ seconds }, templateV9(300, fields), dataSet(300, ...records));
    socket.send(datagram, collector.port, '127.0.0.1');
    const rowsOf = async (table: string) =>
      stack.clickhouse.query(
        `${kpis} FROM ${table} WHERE customer = 3 AND application = ${String((13n << 32n) | 0x50n)} AND duplicate = 0`,
      );
    const expected = {
      app_resp: 800 / 40,
      app_net: 80 / 4,
      app_retrans: (100 * 4) / 200,
      media_jitter: 4,
      media_loss: (100 * 25) / 125,
      more_flows: 2,
    };
    await expect
      .poll(() => rowsOf('flow_metrics'), { timeout: 120_000 })
      .toMatchObject([{ ...expected, more_flows: expect.anything() as unknown }]);
    socket.close();
    await collector.stop();
    const kpisOf = async (table: string) => {
      const [row] = (await rowsOf(table)) as readonly Record<string, unknown>[];
      return { ...row, more_flows: Number(row?.['more_flows']) };
    };
    // The rollups of a block are seen after its rows.
    for (const table of ['flow_metrics', 'flow_metrics_5m', 'flow_metrics_1h', 'flow_metrics_1d'])
      await expect.poll(() => kpisOf(table), { timeout: 120_000 }).toEqual(expected);
  });

  it.each([
    ['app_resp', 20],
    ['app_net', 20],
    ['app_retrans', 2],
    ['media_jitter', 4],
    ['media_loss', 20],
    ['app_bytes', 20_000],
    // Four records, two of which carry their number of connections: 3 and 1.
    ['app_flows', 6],
  ] as const)(
    'gives the KPI %s by the formula of the library, at every granularity',
    async (key, expected) => {
      const parts = formulaOf(key, 'flow');
      const kpi: Kpi = kpiLibrary[key];
      if (parts === undefined || 'of' in kpi) throw new Error(key);
      for (const display of ['5m', '1h', '1d'] as const) {
        const now = Math.floor(Date.now() / 1_000);
        const { sql, params } = flowKpiSeries(
          {
            customer: 3,
            kpi: kpi.id,
            scale: parts.scale,
            strategy: kpi.strategy,
            kind: kpi.kind,
            over: 'sum',
            own: kpi.aggregation,
            aggregation: kpi.aggregation,
            level: 0.95,
            from: now - 86_400,
            to: now + 600,
            working: '5m',
            display,
            timeZone: 'UTC',
            by: 'application',
            sites: undefined,
            applications: [Number((13n << 32n) | 0x50n)],
          },
          parts,
        );
        // The flows may lie on both sides of the border of a step.
        const found = await stack.clickhouse.query<SeriesRow>(sql, params);
        const values = found.map(({ value }) => value);
        const one = kpi.aggregation === 'sum' ? values.reduce((sum, value) => sum + value, 0) : values[0];
        expect([display, one]).toEqual([display, expected]);
      }
    },
  );

  it('counts each flow once in the rollups of flows', async () => {
    const countsOf = (table: string, flows: string) =>
      stack.clickhouse.query(
        `SELECT toUInt32(${flows}) AS flows, toUInt32(sum(bytes)) AS bytes FROM ${table} WHERE customer = 3 AND duplicate = 0`,
      );
    const once = [{ flows: 4, bytes: 20_000 }];
    await expect.poll(() => countsOf('flows', 'count()'), { timeout: 120_000 }).toEqual(once);
    for (const rollup of ['flows_5m', 'flows_1h', 'flows_1d'])
      await expect.poll(() => countsOf(rollup, 'sum(flows)')).toEqual(once);
  });
});
