import type { Bus } from '#platform/bus/bus.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { headerOf } from '#schemas/bus/header.ts';
import { subjectOf } from '#schemas/bus/stream.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import type { RowOf } from '#schemas/table/table.ts';

export type FlowRow = RowOf<(typeof flows)['columns']>;
export const flowCodec = codecOf(flows);

const address = new Uint8Array(16);

/** The flow of a number: each number has another one, and the sum of their bytes tells whether one came twice. */
export const flowRow = (number: number, atMs: number): FlowRow => ({
  customer: 1 + (number % 5),
  site: number % 40,
  exporter: number % 90,
  in_interface: number % 7,
  out_interface: number % 3,
  in_index: 1,
  out_index: 2,
  received: atMs,
  first: atMs - 5_000,
  last: atMs - (number % 400) * 1_000,
  source_site: number % 11,
  destination_site: number % 13,
  source: address,
  destination: address,
  next_hop: address,
  source_port: number % 65_536,
  destination_port: 443,
  source_as: 0,
  destination_as: 0,
  vpn: 0,
  application: BigInt(number % 17),
  protocol: 6,
  dscp: number % 64,
  tcp_flags: 0,
  direction: number % 2,
  end_reason: 1,
  duplicate: 0,
  sampling: 1,
  bytes: BigInt(number),
  packets: 1n,
});

export const flowBody = (first: number, count: number, atMs: number): Uint8Array =>
  flowCodec.encode(Array.from({ length: count }, (_, at) => flowRow(first + at, atMs)));

export const flowMessage = (
  partition: number,
  { first, count, atMs }: { first: number; count: number; atMs: number },
) => ({
  subject: subjectOf('flows', partition),
  data: flowBody(first, count, atMs),
  headers: headerOf(flows, { rows: count, first: atMs, last: atMs }),
});

/** Number of flows and sum of their bytes, in the raw table and in each rollup. */
export async function flowTotals(
  clickhouse: ClickHouse,
): Promise<Readonly<Record<string, { readonly flows: number; readonly bytes: number }>>> {
  const rows = await clickhouse.query<{ name: string; flows: number; bytes: number }>(`
    SELECT 'raw' AS name, count() AS flows, sum(bytes) AS bytes FROM flows
    UNION ALL SELECT '5m', sum(flows), sum(bytes) FROM flows_5m
    UNION ALL SELECT '1h', sum(flows), sum(bytes) FROM flows_1h
    UNION ALL SELECT '1d', sum(flows), sum(bytes) FROM flows_1d`);
  return Object.fromEntries(rows.map(({ name, ...totals }) => [name, totals]));
}

export const sameEverywhere = (totals: { readonly flows: number; readonly bytes: number }) => ({
  raw: totals,
  '5m': totals,
  '1h': totals,
  '1d': totals,
});

/** Waits for a condition, at most `withinMs`. */
export async function until(
  condition: () => Promise<boolean> | boolean,
  what: string,
  withinMs = 40_000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${String(withinMs)} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The dead letters of a stream, newest first, with cause and source. */
export async function lastDeadLetter(bus: Bus, stream: string) {
  return bus.lastMessage('DEAD', `dead.${stream}`);
}
