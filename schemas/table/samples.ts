import { millis, u16, u32, u64, withCodec } from './column.ts';
import { table } from './table.ts';

/**
 * One raw value of one counter of one element at one poll. Rates are made from two of them by the engine, with the
 * agent's own clock; a poll without an answer is a row too (`cpe_poll` 0), so that time goes on while a device is down.
 */
export const samples = table({
  name: 'samples',
  columns: {
    customer: withCodec(u32, 'ZSTD(1)'),
    site: withCodec(u32, 'ZSTD(1)'),
    element: withCodec(u32, 'ZSTD(1)'),
    /** Id in `schemas/counter/catalogue.ts`. */
    counter: withCodec(u16, 'ZSTD(1)'),
    /** When the answer came in, poller's clock. */
    at: withCodec(millis, 'Delta, ZSTD(1)'),
    /** The agent's sysUpTime in milliseconds at the answer, 0 when unknown. */
    uptime: withCodec(u64, 'Delta, ZSTD(1)'),
    /** ifCounterDiscontinuityTime in ticks, 0 when unknown. */
    discontinuity: u32,
    value: withCodec(u64, 'DoubleDelta, ZSTD(1)'),
  },
  engine: 'MergeTree',
  partitionBy: 'toYYYYMMDD(at)',
  orderBy: ['customer', 'element', 'counter', 'at'],
  keep: { column: 'at', days: 3, as: 'raw' },
});
