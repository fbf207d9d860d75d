import { isTracing, startSpan, type Span } from '#platform/tracing/spans.ts';
import { headerNames } from '#schemas/bus/header.ts';
import type { PartitionKey } from '../positions.ts';
import { rowCountOf, type Range } from './range.ts';

/** Further traces whose rows are in the same range. */
const MAX_LINKS = 16;

/** Span of the write of a range. It continues the first sampled trace among its messages, and refers to the others. */
export function rangeSpan(
  { stream, partition }: PartitionKey,
  range: Range,
  nowMs: number,
): Span | undefined {
  if (!isTracing()) return undefined;
  const traced = range.messages.filter(({ message }) => message.header(headerNames.trace) !== undefined);
  const [parent, ...links] = [
    ...new Set(traced.map(({ message }) => message.header(headerNames.trace) ?? '')),
  ];
  if (parent === undefined) return undefined;
  const facts = {
    'messaging.system': 'nats',
    'messaging.batch.message_count': range.messages.length,
    'telltale.partition': partition,
    'telltale.rows': rowCountOf(range),
    'telltale.waited_ms': Math.max(0, nowMs - (traced[0]?.message.timeMs ?? nowMs)),
  };
  return startSpan(`write ${stream}`, { kind: 'consumer', facts, links: links.slice(0, MAX_LINKS) }, parent);
}
