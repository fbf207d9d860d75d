import { hash } from 'node:crypto';
import type { AlarmEdge, Evidence } from '#schemas/alerting/alert.ts';
import type { alarmEvents } from '#schemas/table/alarm-events.ts';
import type { RowOf } from '#schemas/table/table.ts';
import type { AlarmInstances } from './alarm-instances.ts';

export type AlarmEvent = RowOf<typeof alarmEvents.columns>;

const ID_BYTES = 16;

export interface Place {
  readonly instances: AlarmInstances;
  readonly slot: number;
}

type Always = 'operator' | 'threshold' | 'thresholdFrom' | 'outliers' | 'measures' | 'length';

interface Happened extends Pick<AlarmEvent, 'cause' | 'at' | 'length' | 'ingested' | 'value'> {
  readonly edge: AlarmEdge;
  /** What tells it from the other events of the alarm on the element. */
  readonly identity: readonly (number | string)[];
  readonly evidence: Omit<Evidence, Always>;
}

/** The same event has the same id, whenever and wherever it is computed: a replay changes nothing. */
function eventId(parts: readonly (number | string)[]): Uint8Array {
  return new Uint8Array(hash('sha256', parts.map(String).join(':'), 'buffer').subarray(0, ID_BYTES));
}

/** The row of something that happened to an alarm on an element, with the rule that was in force. */
export function eventRow({ instances, slot }: Place, { identity, evidence, ...what }: Happened): AlarmEvent {
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
    severity: alarm.severity,
    threshold,
    outliers,
    measures,
    evidence: JSON.stringify({ ...rule, ...evidence } satisfies Evidence),
  };
}
