import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { RowParts } from './row-parts.ts';
import type { ValueGrid } from './alarm-times.ts';
import type { GridPlace } from './backtest.ts';
import { windowsOf } from './period.ts';

const ROW_BYTES = 16;
/** One query reads a few elements: even a store under load responds well before the backtest counts as stalled. */
const MAX_QUERY_SECONDS = 100;
const offset = { element: 0, at: 4, value: 8 } as const;

/** The values of consecutive elements. The grid is filled in any order, so the store need not sort. */
const valuesSql = `SELECT element, measures.at AS at, value
FROM measures
WHERE customer = {customer:UInt32} AND kpi = {kpi:UInt16} AND element BETWEEN {first:UInt32} AND {last:UInt32}
  AND measures.at >= toDateTime({from:UInt32}, 'UTC') AND measures.at < toDateTime({until:UInt32}, 'UTC')
  AND length = {length:UInt32}`;

const parametersOf = ({ kpi, customer, elements, from, slots, period }: GridPlace) => ({
  customer,
  kpi,
  first: elements.ids[from] ?? 0,
  last: elements.ids[from + slots - 1] ?? 0,
  from: period.first,
  until: period.until,
  length: period.length,
});

/**
 * Returns the slot of an element within a grid, -1 if it is no longer in the inventory. Rows of one element
 * mostly arrive together.
 */
function slotFinder(ids: Uint32Array): (element: number) => number {
  const slots = new Map(Array.from(ids, (id, slot) => [id, slot]));
  let last = { element: -1, slot: -1 };
  return (element) => {
    if (element !== last.element) last = { element, slot: slots.get(element) ?? -1 };
    return last.slot;
  };
}

/** Reads stored measures for a backtest. */
export const valueReader =
  (clickhouse: ClickHouse, signal: AbortSignal) =>
  async (place: GridPlace): Promise<ValueGrid> => {
    const { elements, from, slots, period } = place;
    const { first, length } = period;
    const values = new Float64Array(windowsOf(period) * slots).fill(Number.NaN);
    if (values.length === 0) return { from, slots, values };
    const slotOf = slotFinder(elements.ids.subarray(from, from + slots));
    const rows = new RowParts(ROW_BYTES);
    const settings = { max_execution_time: MAX_QUERY_SECONDS, max_memory_usage: '1000000000' };
    for await (const part of clickhouse.rowBinary(valuesSql, parametersOf(place), { settings, signal }))
      rows.read(part, (view, row) => {
        const slot = slotOf(view.getUint32(row + offset.element, true));
        const window = (view.getUint32(row + offset.at, true) - first) / length;
        if (slot >= 0) values[window * slots + slot] = view.getFloat64(row + offset.value, true);
      });
    rows.end();
    return { from, slots, values };
  };
