import { millis, u16, u32, u64, withCodec } from './column.ts';
import { table } from './table.ts';

/**
 * One raw value of a counter of an element at a poll. The engine computes rates from two of them with the agent's clock. A poll
 * without a response is a row too (`cpe_poll` 0), so that event time advances while a device is down.
 */
export const samples = table({
  name: 'samples',
  columns: {
    customer: withCodec(u32, 'ZSTD(1)'),
    site: withCodec(u32, 'ZSTD(1)'),
    element: withCodec(u32, 'ZSTD(1)'),
    /** Id in `schemas/counter/catalogue.ts`. */
    counter: withCodec(u16, 'ZSTD(1)'),
    /** Receive time of the response, by the poller's clock. */
    at: withCodec(millis, 'Delta, ZSTD(1)'),
    /** The agent's sysUpTime in milliseconds at the response, 0 when unknown. */
    uptime: withCodec(u64, 'Delta, ZSTD(1)'),
    /** ifCounterDiscontinuityTime in ticks, 0 when unknown. */
    discontinuity: u32,
    /** Negative gauges, such as temperatures, are two's complement: `toInt64(value)`. */
    value: withCodec(u64, 'DoubleDelta, ZSTD(1)'),
  },
  engine: 'MergeTree',
  partitionBy: 'toYYYYMMDD(at)',
  orderBy: ['customer', 'element', 'counter', 'at'],
  keep: { column: 'at', days: 3, as: 'raw' },
});
