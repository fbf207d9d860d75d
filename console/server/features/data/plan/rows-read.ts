import type { HourParts } from '#schemas/time/zoned-steps.ts';
import { tableRead, type WayRequest } from '../sql/value-way.ts';
import { rollupSpans } from '../sql/rollup-spans.ts';

/** Seconds that a row of a table stands for. */
const rowSeconds = { '5m': 300, '1h': 3_600, '1d': 86_400 } as const;

/**
 * Number of rows that a request reads of each element, at most: hours where days of the time zone are merged from them. `hourParts`: rows
 * that the customer has for an hour.
 */
export function rowsOfElement(request: WayRequest, hourParts: HourParts): number {
  const of = tableRead(request);
  const { from, to } = request;
  const spans = (of === '1h' ? rollupSpans(request) : undefined) ?? [{ of, from, to }];
  const rows = spans.map((span) => {
    const perStep = span.of === '1h' ? hourParts : 1;
    return (perStep * (span.to - span.from)) / rowSeconds[span.of];
  });
  return rows.reduce((sum, count) => sum + count, 0);
}
