import { hash } from 'node:crypto';
import type { AlarmTransition, Evidence } from '#schemas/alerting/alert.ts';
import type { alarmEvents } from '#schemas/table/stream/alarm-events.ts';
import type { RowOf } from '#schemas/table/table.ts';
import type { InstanceRef } from './alarm-instances.ts';

export type AlarmEvent = RowOf<typeof alarmEvents.columns>;

const ID_BYTES = 16;

type RuleField = 'operator' | 'threshold' | 'thresholdFrom' | 'outliers' | 'measures' | 'length';

interface EventFacts extends Pick<AlarmEvent, 'cause' | 'at' | 'length' | 'ingested' | 'value'> {
  readonly edge: AlarmTransition;
  /** What distinguishes it from the other events of the instance. */
  readonly identity: readonly (number | string)[];
  readonly evidence: Omit<Evidence, RuleField>;
}

/** The id depends on the event alone, so a replay produces the same id. */
function eventId(parts: readonly (number | string)[]): Uint8Array {
  return new Uint8Array(hash('sha256', parts.map(String).join(':'), 'buffer').subarray(0, ID_BYTES));
}

/** The event row of an instance with the rule that was in force. */
export function eventRow(
  { instances, slot }: InstanceRef,
  { identity, evidence, ...what }: EventFacts,
): AlarmEvent {
  const { alarm, elements } = instances;
  const element = elements.ids[slot] ?? 0;
  const { value: threshold, from: thresholdFrom } = instances.threshold(slot);
  const { operator, outliers, measures } = alarm;
  const rule = { operator, threshold, thresholdFrom, outliers, measures, length: what.length };
  return {
    ...what,
    customer: elements.customers[slot] ?? 0,
    site: elements.sites[slot] ?? 0,
    element,
    alarm: alarm.id,
    kpi: instances.kpi,
    event: eventId([alarm.id, element, ...identity]),
    severity: instances.severity(slot),
    threshold,
    outliers,
    measures,
    evidence: JSON.stringify({ ...rule, ...evidence } satisfies Evidence),
  };
}
