import type { EventDelivery } from '#schemas/alerting/history.ts';
import type { EventFilter } from '../event-filter.ts';
import { historyQueryLimits } from '../history-queries.ts';
import { isInstanceSql, type OccurrenceRow } from './occurrence-queries.ts';

/** An event of an occurrence that a page shows. */
export interface DetailRow {
  readonly event: string;
  readonly alarm: number;
  readonly element: number;
  readonly edge: 'raise' | 'clear' | 'change' | 'acknowledge' | 'unacknowledge' | 'assign' | 'unassign';
  readonly at: number;
  /** Who acknowledged, and to whom it was assigned; empty for other events. */
  readonly by: string;
  readonly assignee: string;
}

interface DetailFilter extends Pick<EventFilter, 'customer'> {
  readonly from: number;
  readonly to: number;
}

const timesOf = ({ alarm, element, raised, cleared }: OccurrenceRow): readonly string[] =>
  [raised, cleared].filter((at) => at > 0).map((at) => `(${[at, alarm, element].join(', ')})`);

/** The events of the occurrences of a page, in order: their raises and clears, changes, acknowledgements and assignments. */
export function occurrenceDetailsSql({ customer, from, to }: DetailFilter, rows: readonly OccurrenceRow[]) {
  const ends = rows.flatMap(timesOf);
  const first = rows.reduce((least, { raised }) => (raised === 0 ? least : Math.min(least, raised)), from);
  return {
    sql: `SELECT lower(hex(event)) AS event, alarm, element, edge, toUnixTimestamp(at) AS at,
  JSONExtractString(evidence, edge IN ('assign', 'unassign') ? 'assigned' : 'acknowledged', 'by') AS by,
  JSONExtractString(evidence, 'assigned', 'to', 'name') AS assignee
FROM alarm_events
WHERE customer = {customer:UInt32} AND at >= toDateTime({first:UInt32}, 'UTC') AND at < toDateTime({to:UInt32}, 'UTC')
  AND ${isInstanceSql(rows)}
  AND (edge IN ('change', 'acknowledge', 'unacknowledge', 'assign', 'unassign')
    ${ends.length === 0 ? '' : `OR edge IN ('raise', 'clear') AND (toUnixTimestamp(at), alarm, element) IN (${ends.join(', ')})`})
ORDER BY alarm_events.at, ingested, edge`,
    params: { customer, first, to },
    settings: historyQueryLimits,
  };
}

const instanceOf = ({ alarm, element }: Pick<DetailRow, 'alarm' | 'element'>): string =>
  `${String(alarm)}:${String(element)}`;

/** Whether an event is one of a run. A change takes effect before a raise of its window, a mark after its clear. */
function isOf({ edge, at }: DetailRow, { raised, cleared }: OccurrenceRow): boolean {
  const end = cleared === 0 ? Infinity : cleared;
  if (edge === 'raise') return at === raised;
  if (edge === 'clear') return at === cleared;
  return edge === 'change' ? at > raised && at <= end : at >= raised && at < end;
}

/** Who handled an occurrence, and its events of which others may have been notified. */
export interface OccurrenceDetails {
  readonly acknowledgedBy: string | null;
  readonly assignedTo: string | null;
  readonly events: readonly string[];
}

function detailsOf(events: readonly DetailRow[]): OccurrenceDetails {
  let acknowledgedBy: string | null = null;
  let assignedTo: string | null = null;
  for (const { edge, by, assignee } of events) {
    if (edge === 'acknowledge') acknowledgedBy = by;
    if (edge === 'unacknowledge') acknowledgedBy = null;
    if (edge === 'assign') assignedTo = assignee;
    if (edge === 'unassign') assignedTo = null;
  }
  return { acknowledgedBy, assignedTo, events: [...new Set(events.map(({ event }) => event))] };
}

/** Returns the details of each occurrence, from events in order. */
export function occurrenceDetails(
  rows: readonly OccurrenceRow[],
  events: readonly DetailRow[],
): ReadonlyMap<OccurrenceRow, OccurrenceDetails> {
  const byInstance = Map.groupBy(events, instanceOf);
  return new Map(
    rows.map((row) => [
      row,
      detailsOf((byInstance.get(instanceOf(row)) ?? []).filter((event) => isOf(event, row))),
    ]),
  );
}

const targetOf = ({ kind, target }: EventDelivery): string => `${kind} ${target ?? ''}`;

/** Each target once, with its last outcome. */
export const lastOutcomes = (deliveries: readonly EventDelivery[]): EventDelivery[] => [
  ...new Map(deliveries.map((each) => [targetOf(each), each])).values(),
];
