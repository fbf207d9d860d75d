import { severities } from '#schemas/alerting/severity.ts';
import { worseDirection } from '#schemas/cockpit/level/severity-levels.ts';
import type { Steps } from '#platform/clock/steps.ts';
import { findSlot } from '../../configuration/element-table.ts';
import type { AlarmInstances, InstanceRef } from '../alarm-instances.ts';
import type { ParentAlarmRun } from './parents.ts';

/** Slots looked at per step. */
const PER_STEP = 4_096;

const direction = ({ alarm }: AlarmInstances): 1 | 0 | -1 => worseDirection(alarm.operator);

/** May explain others: not a restricted alarm, which some may not see, nor one that knows no worse value. */
const mayExplain = (instances: AlarmInstances): boolean =>
  instances.alarm.visibility === 'everyone' && direction(instances) !== 0;

const rank = ({ instances, slot }: InstanceRef): number => severities.indexOf(instances.severity(slot));

/**
 * Whether one of two running alarms on the same values is the worse one: its threshold in force lies further out; of equal ones the more
 * severe, then the smaller number. A total order, so that no alarm explains itself through others.
 */
function isWorseAlarm(one: InstanceRef, other: InstanceRef): boolean {
  const [a, b] = [one, other].map(({ instances, slot }) => instances.threshold(slot).value);
  const further = ((a ?? 0) - (b ?? 0)) * direction(one.instances);
  if (further !== 0) return further > 0;
  return (rank(one) - rank(other) || one.instances.alarm.id - other.instances.alarm.id) < 0;
}

function worstAt(group: readonly AlarmInstances[], slot: number): InstanceRef | undefined {
  let worst: InstanceRef | undefined;
  let running = 0;
  for (const instances of group) {
    if (instances.since[slot] === 0) continue;
    running += 1;
    const found = { instances, slot };
    if (mayExplain(instances) && (worst === undefined || isWorseAlarm(found, worst))) worst = found;
  }
  return running > 1 ? worst : undefined;
}

/** Definitions on one KPI of one source whose values get worse in one direction; only where there are several. */
function groupsOf(all: Iterable<AlarmInstances>): readonly (readonly AlarmInstances[])[] {
  const groups = Map.groupBy(all, (instances) =>
    [instances.kpi, instances.source, direction(instances)].join(' '),
  );
  return [...groups.values()].filter(
    ([first, ...others]) => first !== undefined && others.length > 0 && direction(first) !== 0,
  );
}

/** By group and element: the worst running alarm of several. */
export class WorseAlarms {
  readonly #worst = new Map<AlarmInstances, Map<number, InstanceRef>>();
  #isEmpty = true;

  static *createSteps(all: Iterable<AlarmInstances>, unexplained: Uint32Array): Steps<WorseAlarms> {
    const found = new WorseAlarms();
    for (const group of groupsOf(all)) {
      const bySlot = new Map<number, InstanceRef>();
      for (const instances of group) found.#worst.set(instances, bySlot);
      const slots = group[0]?.since.length ?? 0;
      for (let slot = 0; slot < slots; slot += 1) {
        if (slot % PER_STEP === PER_STEP - 1) yield undefined;
        const worst = worstAt(group, slot);
        if (worst === undefined) continue;
        if (findSlot(unexplained, worst.instances.elements.customers[slot] ?? 0) >= 0) continue;
        found.#isEmpty = false;
        bySlot.set(slot, worst);
      }
    }
    return found;
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** The worst alarm on the same KPI and element as a running one; undefined if none that may explain it is worse. */
  find(child: InstanceRef): ParentAlarmRun | undefined {
    const { slot } = child;
    const worst = this.#worst.get(child.instances)?.get(slot);
    if (worst === undefined || !isWorseAlarm(worst, child)) return undefined;
    const { alarm, elements, since } = worst.instances;
    const [element, customer] = [elements.ids[slot] ?? 0, elements.customers[slot] ?? 0];
    // It may have become the worst of them later than it was raised.
    const from = [worst, child].map(({ instances }) => instances.levels.levelSince[slot] ?? 0);
    return { alarm: alarm.id, element, customer, since: Math.max(since[slot] ?? 0, ...from) };
  }
}
