import type { Severity } from '#schemas/alerting/severity.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import type { AlarmInstances, Edge } from './alarm-instances.ts';
import { edgeWithoutValue } from './edge-without-value.ts';

/** By alarm. */
export type Severities = ReadonlyMap<number, Severity>;

export const severitiesOf = ({ alarms }: Pick<EngineConfiguration, 'alarms'>): Severities =>
  new Map(alarms.map(({ id, severity }) => [id, severity]));

/** A running instance whose alarm has another severity than before. */
export interface ChangedSeverity {
  readonly edge: Edge;
  readonly before: Severity;
}

/** Those of these alarms; what ran before and runs on was raised under the severity before. */
export function* changedSeverity(
  all: Iterable<AlarmInstances>,
  severities: Severities,
): Generator<ChangedSeverity> {
  for (const instances of all) {
    const before = severities.get(instances.alarm.id);
    if (before === undefined || before === instances.alarm.severity) continue;
    for (let slot = 0; slot < instances.since.length; slot += 1)
      if (instances.since[slot] !== 0)
        yield { edge: edgeWithoutValue({ instances, slot }, 'change'), before };
  }
}
