import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { targetOf } from '#schemas/cockpit/target.ts';
import { slotOf } from '../configuration/element-table.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import { concernedBy } from './alarm-instances.ts';
import type { Edge } from './alarm-instances.ts';
import { edgeWithoutValue } from './edge-without-value.ts';
import type { RunningInstance } from './edge-without-value.ts';

/** A running instance that the configuration no longer has. */
export interface Retired {
  readonly edge: Edge;
  readonly cause: 'deleted' | 'disabled';
}

const none = new Uint32Array();

type Fate = Retired['cause'] | undefined;

/** Why an instance goes; undefined when it stays. An alarm moved to another KPI, or to other elements, is another alarm. */
function fateOf(
  before: AlarmDefinition,
  alarm: AlarmDefinition | undefined,
  { placed, off, shared }: { readonly placed: boolean; readonly off: boolean; readonly shared: boolean },
): Fate {
  if (alarm?.kpi !== before.kpi || targetOf(alarm) !== targetOf(before)) return 'deleted';
  if (!placed) return off ? 'disabled' : 'deleted';
  // No longer shared with the customer: for him it is switched off.
  return alarm.enabled && shared ? undefined : 'disabled';
}

/** Whose an element is; undefined where it is not there. */
function customerOf(table: ElementTable | undefined, element: number): number | undefined {
  const slot = slotOf(table?.ids ?? none, element);
  return slot < 0 ? undefined : table?.customers[slot];
}

/** Of the running instances, those whose alarm or element the configuration no longer evaluates, with the cause. */
export function* retiredOf(
  running: Iterable<RunningInstance>,
  configuration: EngineConfiguration,
): Generator<Retired> {
  const { elements: kept, inactive } = configuration;
  const known = new Map(
    configuration.alarms.map((alarm) => [alarm.id, { alarm, concerns: concernedBy(alarm) }]),
  );
  for (const one of running) {
    const { alarm, elements, source } = one.instances;
    const element = elements.ids[one.slot] ?? 0;
    const customer = elements.customers[one.slot] ?? 0;
    // Of another customer it is another element.
    const placed = customerOf(kept[source], element) === customer;
    const now = known.get(alarm.id);
    const shared = now?.concerns(customer) === true;
    const cause = fateOf(alarm, now?.alarm, { placed, off: slotOf(inactive, element) >= 0, shared });
    if (cause !== undefined) yield { edge: edgeWithoutValue(one, 'clear'), cause };
  }
}
