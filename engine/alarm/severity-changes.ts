import { isDeepStrictEqual } from 'node:util';
import type { Severity } from '#schemas/alerting/severity.ts';
import { findSlot } from '../configuration/element-table.ts';
import type { AlarmInstances, Transition } from './alarm-instances.ts';
import { transitionWithoutValue } from './transition-without-value.ts';

/** A running instance whose definition changed its severity. */
export interface SeverityChange {
  readonly transition: Transition;
  readonly before: Severity;
}

/** The instances of an alarm, and those of its former definition. */
interface RedefinedInstances {
  readonly now: AlarmInstances;
  readonly before: AlarmInstances;
}

const hasOtherSeverities = ({ now, before }: RedefinedInstances): boolean =>
  now.alarm.severity !== before.alarm.severity ||
  !isDeepStrictEqual(
    now.levels.all.map(({ severity }) => severity),
    before.levels.all.map(({ severity }) => severity),
  );

/** Yields the running instances whose definition changed their severity. */
export function* severityChanges(all: Iterable<RedefinedInstances>): Generator<SeverityChange> {
  for (const pair of all) {
    const { now: instances, before: former } = pair;
    if (!hasOtherSeverities(pair)) continue;
    for (let slot = 0; slot < instances.since.length; slot += 1) {
      if (instances.since[slot] === 0) continue;
      const old = findSlot(former.elements.ids, instances.elements.ids[slot] ?? 0);
      const before = former.severity(old);
      if (old >= 0 && before !== instances.severity(slot))
        yield { transition: transitionWithoutValue({ instances, slot }, 'change'), before };
    }
  }
}
