import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { alarmTargetOf } from '#schemas/cockpit/target.ts';
import { findSlot, type ElementTable } from '../configuration/element-table.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import { customerFilterOf } from './thresholds.ts';
import type { InstanceRef, Transition } from './alarm-instances.ts';
import { transitionWithoutValue } from './transition-without-value.ts';

/** A running instance that the configuration no longer has. */
export interface RetiredInstance {
  readonly transition: Transition;
  readonly cause: 'deleted' | 'disabled' | 'moved';
}

const none = new Uint32Array();

type RetireCause = RetiredInstance['cause'] | undefined;

/**
 * Returns why an instance is retired, or undefined if it stays. An alarm moved to another KPI or to other
 * elements counts as a new alarm.
 */
function retireCauseOf(
  before: AlarmDefinition,
  alarm: AlarmDefinition | undefined,
  {
    placed,
    off,
    shared,
    moved,
  }: { readonly placed: boolean; readonly off: boolean; readonly shared: boolean; readonly moved: boolean },
): RetireCause {
  if (alarm?.kpi !== before.kpi || alarmTargetOf(alarm) !== alarmTargetOf(before)) return 'deleted';
  if (!placed) return off ? 'disabled' : 'deleted';
  // No longer shared with the customer: disabled for them.
  if (!alarm.enabled || !shared) return 'disabled';
  return moved ? 'moved' : undefined;
}

/** Returns customer and site of an element, undefined if it is unknown. */
function placeOf(table: ElementTable | undefined, element: number) {
  const slot = findSlot(table?.ids ?? none, element);
  return { customer: table?.customers[slot], site: table?.sites[slot] };
}

/** Running instances whose alarm or element is no longer evaluated, with the cause. */
export function* retiredInstances(
  running: Iterable<InstanceRef>,
  configuration: EngineConfiguration,
): Generator<RetiredInstance> {
  const { elements: retained, inactive } = configuration;
  const known = new Map(
    configuration.alarms.map((alarm) => [alarm.id, { alarm, concerns: customerFilterOf(alarm) }]),
  );
  for (const one of running) {
    const { alarm, elements, source } = one.instances;
    const element = elements.ids[one.slot] ?? 0;
    const customer = elements.customers[one.slot] ?? 0;
    // An element that moved to another customer counts as a new element.
    const place = placeOf(retained[source], element);
    const placed = place.customer === customer;
    const moved = place.site !== elements.sites[one.slot];
    const now = known.get(alarm.id);
    const shared = now?.concerns(customer) === true;
    const off = findSlot(inactive, element) >= 0;
    const cause = retireCauseOf(alarm, now?.alarm, { placed, off, shared, moved });
    if (cause !== undefined) yield { transition: transitionWithoutValue(one, 'clear'), cause };
  }
}
