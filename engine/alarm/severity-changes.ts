import type { Severity } from '#schemas/alerting/severity.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import type { AlarmInstances, Transition } from './alarm-instances.ts';
import { transitionWithoutValue } from './transition-without-value.ts';

/** Severities by alarm id. */
export type SeverityByAlarm = ReadonlyMap<number, Severity>;

export const severityByAlarm = ({ alarms }: Pick<EngineConfiguration, 'alarms'>): SeverityByAlarm =>
  new Map(alarms.map(({ id, severity }) => [id, severity]));

/** A running instance whose alarm changed its severity. */
export interface SeverityChange {
  readonly transition: Transition;
  readonly before: Severity;
}

/** Yields the running instances whose alarm changed its severity. `severities` holds the previous one of each alarm. */
export function* severityChanges(
  all: Iterable<AlarmInstances>,
  severities: SeverityByAlarm,
): Generator<SeverityChange> {
  for (const instances of all) {
    const before = severities.get(instances.alarm.id);
    if (before === undefined || before === instances.alarm.severity) continue;
    for (let slot = 0; slot < instances.since.length; slot += 1)
      if (instances.since[slot] !== 0)
        yield { transition: transitionWithoutValue({ instances, slot }, 'change'), before };
  }
}
