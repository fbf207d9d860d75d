import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { Cluster } from '#schemas/inventory/flow-target.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { noDefinitions } from '#schemas/kpi/definition.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import { perSource, sources } from '../measure/sources.ts';
import type { Lane } from '../measure/sources.ts';
import { collectedFacts } from './collected-facts.ts';
import { gathered, ordered, runThrough, through } from '../partition/steps.ts';
import type { StepsTo } from '../partition/steps.ts';
import { elementTable, makingTable } from './element-table.ts';
import type { ElementTable } from './element-table.ts';
import { IdSet } from './id-set.ts';
import { targetFacts } from './target-facts.ts';

/** Everything outside the samples that decides what the engine computes. Plain values: kept with the checkpoint. */
export interface EngineConfiguration {
  /** By number of source. */
  readonly elements: readonly ElementTable[];
  /** Ids of elements whose collection is switched off: their alarms clear as `disabled`, those of missing ones as `deleted`. */
  readonly inactive: Uint32Array;
  /** By id; their slots are the places of their kind. */
  readonly clusters: readonly Cluster[];
  /** By id, disabled ones too. */
  readonly alarms: readonly AlarmDefinition[];
  /** Counters and KPIs that administrators defined. */
  readonly definitions: KpiDefinitions;
}

/** The map itself where it stands in order. */
function* sortedMap(map: ReadonlyMap<number, number>): StepsTo<ReadonlyMap<number, number>> {
  const entries = yield* gathered(map, (entry) => entry);
  const sorted = yield* ordered(entries, ([key]) => key);
  if (sorted === entries) return map;
  const copy = new Map<number, number>();
  yield* through(sorted.length, (index) => {
    copy.set(...(sorted[index] as [number, number]));
  });
  return copy;
}

function* sortedAlarms(alarms: readonly AlarmDefinition[]): StepsTo<readonly AlarmDefinition[]> {
  const sorted: AlarmDefinition[] = [];
  for (const alarm of alarms)
    sorted.push({
      ...alarm,
      byCustomer: yield* sortedMap(alarm.byCustomer),
      byElement: yield* sortedMap(alarm.byElement),
    });
  return sorted.sort((a, b) => a.id - b.id);
}

type Ids = readonly { readonly id: number }[];

/** Ids of those that are in none of the tables, ascending. */
function* unusedOf(all: readonly Ids[], facts: Iterable<Ids>): StepsTo<Uint32Array> {
  const used = new IdSet();
  for (const list of facts)
    yield* through(list.length, (index) => {
      used.add(list[index]?.id ?? 0);
    });
  const unused: number[] = [];
  for (const list of all)
    for (const id of yield* gathered(list, (one) => (used.has(one.id) ? undefined : one.id))) unused.push(id);
  return Uint32Array.from(unused).sort();
}

/** What people define beside the inventory. */
export interface Definitions {
  readonly alarms: readonly AlarmDefinition[];
  readonly definitions?: KpiDefinitions | undefined;
}

/** As they are held at this moment. */
export const definedNow = ({
  alarms,
  definitions,
}: {
  readonly alarms: { readonly current: readonly AlarmDefinition[] };
  readonly definitions: { readonly current: KpiDefinitions };
}): Required<Definitions> => ({ alarms: alarms.current, definitions: definitions.current });

interface Part {
  readonly belongs: (customer: number) => boolean;
  readonly lane?: Lane;
}

/** As `engineConfiguration`, in steps. */
export function* makingConfiguration(
  inventory: Inventory,
  { alarms, definitions = noDefinitions }: Definitions,
  { belongs, lane }: Part,
): StepsTo<EngineConfiguration> {
  const collected = yield* collectedFacts(inventory, belongs);
  const targets = yield* targetFacts(inventory, belongs);
  const facts = new Map([...collected.facts, ...targets.facts]);
  const elements: ElementTable[] = [];
  for (const [number, source] of sources.entries()) {
    const own = lane === undefined || lane === source.lane ? (facts.get(number) ?? []) : [];
    elements.push(yield* makingTable(own));
  }
  return {
    elements,
    inactive: yield* unusedOf([...collected.all, targets.all], facts.values()),
    clusters: targets.clusters,
    alarms: yield* sortedAlarms(alarms),
    definitions,
  };
}

/** The part of inventory and cockpits that concerns the customers of a partition, in one canonical form; of one lane, or of both. */
export const engineConfiguration = (
  inventory: Inventory,
  defined: Definitions,
  part: Part,
): EngineConfiguration => runThrough(makingConfiguration(inventory, defined, part));

export const emptyConfiguration: EngineConfiguration = {
  elements: perSource(() => elementTable([])),
  inactive: new Uint32Array(),
  clusters: [],
  alarms: [],
  definitions: noDefinitions,
};

/** A configuration as an earlier version stored it, which knew neither clusters nor the sources behind those that are counted. */
export const completed = (stored: EngineConfiguration): EngineConfiguration => ({
  ...emptyConfiguration,
  ...stored,
  elements: emptyConfiguration.elements.map((none, source) => stored.elements[source] ?? none),
});
