import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { liveKinds, NEWEST_SECONDS } from '#schemas/inventory/list/live.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/** Values of an element: the newest of each KPI, with the start of its window in seconds since 1970. Null: none. */
export interface Newest {
  readonly up: number | null;
  readonly in: number | null;
  readonly inAt: number;
  readonly out: number | null;
  readonly outAt: number;
}
export type NewestByElement = ReadonlyMap<number, Newest>;

interface MeasuredElements {
  readonly kind: InventoryKind;
  readonly customers: readonly number[];
  /** Undefined: every element of the customers. */
  readonly elements: readonly number[] | undefined;
}

const STEP = 300;

/** KPIs that are read. The load of a site or device is that of its accesses: ports. */
function kpisOf(kind: InventoryKind) {
  const { up, load } = liveKinds[kind] ?? {};
  return {
    up: up === undefined ? 0 : kpis[up].id,
    in: load === undefined ? 0 : kpis.itf_in_util.id,
    out: load === undefined ? 0 : kpis.itf_out_util.id,
  };
}

/** A value by its KPI, NaN without one, and the start of its window. */
const newestSql = (of: 'up' | 'in' | 'out'): string =>
  `if(countIf(kpi = {${of}:UInt16}) = 0, nan, argMaxIf(value, at, kpi = {${of}:UInt16})), maxIf(at, kpi = {${of}:UInt16})`;

/** In the order of time what is read of all, in the order of elements what is read of few. */
const sqlOf = (elements: MeasuredElements['elements']): string => `
SELECT element, ${newestSql('up')}, ${newestSql('in')}, ${newestSql('out')}
FROM ${elements === undefined ? 'recent_measures' : 'measures'}
WHERE customer IN {customers:Array(UInt32)} AND kpi IN ({up:UInt16}, {in:UInt16}, {out:UInt16})
  AND at >= {from:DateTime('UTC')} AND at < {to:DateTime('UTC')} AND isFinite(value)
  ${elements === undefined ? '' : 'AND element IN {elements:Array(UInt32)}'}
GROUP BY element`;

/** UInt32, and three times Float64 and DateTime. */
const ROW_BYTES = 40;

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);

function takeRow(bytes: DataView, at: number, found: Map<number, Newest>): void {
  const real = (offset: number): number | null => known(bytes.getFloat64(at + offset, true));
  found.set(bytes.getUint32(at, true), {
    up: real(4),
    in: real(16),
    inAt: bytes.getUint32(at + 24, true),
    out: real(28),
    outAt: bytes.getUint32(at + 36, true),
  });
}

/** Rows of any parts: lists of a hundred thousand are never one text to parse. */
async function readRows(parts: AsyncIterable<Uint8Array>): Promise<NewestByElement> {
  const found = new Map<number, Newest>();
  let left = new Uint8Array();
  for await (const part of parts) {
    const bytes = left.length === 0 ? part : Buffer.concat([left, part]);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = bytes.length - (bytes.length % ROW_BYTES);
    for (let at = 0; at < end; at += ROW_BYTES) takeRow(view, at, found);
    left = bytes.slice(end);
  }
  return found;
}

/** Limits of a read: a list without these values is a list. */
const settings = { max_execution_time: 10, max_memory_usage: '1000000000' } as const;

export interface NewestNeeds {
  readonly clickhouse: Pick<ClickHouse, 'rowBinary'>;
  readonly clock: Clock;
}

/** Reads the newest measures of elements, of the last half hour. */
export async function readNewest(
  { clickhouse, clock }: NewestNeeds,
  of: MeasuredElements,
): Promise<NewestByElement> {
  const { kind, customers, elements } = of;
  const isNothing = liveKinds[kind] === undefined || customers.length === 0 || elements?.length === 0;
  if (isNothing) return new Map();
  const to = Math.ceil(clock.now().getTime() / SECOND_MS / STEP) * STEP;
  const parameters = {
    ...kpisOf(kind),
    customers,
    from: to - NEWEST_SECONDS,
    to,
    ...(elements !== undefined && { elements }),
  };
  return readRows(clickhouse.rowBinary(sqlOf(elements), parameters, { settings }));
}
