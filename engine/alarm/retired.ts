import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { targetOf } from '#schemas/cockpit/target.ts';
import { slotOf } from '../configuration/element-table.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import { concernedBy } from './alarm-instances.ts';
import type { AlarmInstances, Edge } from './alarm-instances.ts';

/** A running instance that the configuration no longer has. */
export interface Retired {
  readonly edge: Edge;
  readonly cause: 'deleted' | 'disabled';
}

interface Running {
  readonly instances: AlarmInstances;
  readonly slot: number;
}

const clearWithoutValue = ({ instances, slot }: Running): Edge => ({
  instances,
  slot,
  edge: 'clear',
  value: Number.NaN,
  numerator: Number.NaN,
  denominator: Number.NaN,
  since: instances.since[slot] ?? 0,
});

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

/** Of the running instances, those whose alarm or element the configuration no longer evaluates, with the cause. */
export function* retiredOf(
  running: Iterable<Running>,
  configuration: EngineConfiguration,
): Generator<Retired> {
<<<<<<< HEAD
  const kept = configuration.elements.map(
    ({ ids, customers }) => new Map([...ids].map((id, slot) => [id, customers[slot] ?? 0])),
  );
  const inactive = new Set(configuration.inactive);
=======
  const { elements: kept, inactive } = configuration;
>>>>>>> main
  const known = new Map(
    configuration.alarms.map((alarm) => [alarm.id, { alarm, concerns: concernedBy(alarm) }]),
  );
  for (const one of running) {
    const { alarm, elements, source } = one.instances;
    const element = elements.ids[one.slot] ?? 0;
<<<<<<< HEAD
    const customer = elements.customers[one.slot] ?? 0;
    // Of another customer it is another element.
    const placed = kept[source]?.get(element) === customer;
    const now = known.get(alarm.id);
    const shared = now?.concerns(customer) === true;
    const cause = fateOf(alarm, now?.alarm, { placed, off: inactive.has(element), shared });
=======
    const placed = slotOf(kept[source]?.ids ?? none, element) >= 0;
    const now = known.get(alarm.id);
    const shared = now?.concerns(elements.customers[one.slot] ?? 0) === true;
    const cause = fateOf(alarm, now?.alarm, { placed, off: slotOf(inactive, element) >= 0, shared });
>>>>>>> main
    if (cause !== undefined) yield { edge: clearWithoutValue(one), cause };
  }
}
