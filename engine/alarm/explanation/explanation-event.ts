import type { ParentAlarm } from '#schemas/alerting/dependency.ts';
import type { InstanceRef } from '../alarm-instances.ts';
import { eventRow, type AlarmEvent } from '../event-row.ts';

/** Another alarm explains a running one from a window on, or none does any more. */
export interface ExplanationChange {
  readonly instance: InstanceRef;
  readonly edge: 'explain' | 'unexplain';
  /** Of `unexplain`: the one that did. */
  readonly parent: ParentAlarm;
}

interface ChangedWindow {
  /** Start and length, seconds. */
  readonly start: number;
  readonly length: number;
}

const explanationEvent = (
  { instance, edge, parent }: ExplanationChange,
  { start, length }: ChangedWindow,
): AlarmEvent =>
  eventRow(instance, {
    edge,
    cause: parent.relation,
    at: start,
    length,
    ingested: (start + length) * 1_000,
    value: 0,
    identity: ['parent', start, edge, parent.alarm, parent.element],
    evidence: { windows: [], parent },
  });

/** The event rows of explanations that begin or end with a window. */
export function* explanationEvents(
  changes: readonly ExplanationChange[],
  window: ChangedWindow,
): Generator<AlarmEvent> {
  for (const change of changes) yield explanationEvent(change, window);
}
