import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { Cluster } from '#schemas/inventory/flow-target.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { noDefinitions, type KpiDefinitions } from '#schemas/kpi/definition.ts';
import { perSource, sources, type Pipeline } from './sources.ts';
import { collectedFactSteps } from './collected-facts.ts';
import { collect, sortByNumber, runSync, forEachIndex, type Steps } from '#platform/clock/steps.ts';
import { elementTableSteps, type ElementTable } from './element-table.ts';
import { IdSet } from './id-set.ts';
import { targetFactSteps } from './target-facts.ts';

/**
 * Everything besides the samples that determines the results of the engine. Plain values, saved in the
 * checkpoint.
 */
export interface EngineConfiguration {
  /** By number of source. */
  readonly elements: readonly ElementTable[];
  /** Ids of disabled elements: their alarms clear as `disabled`, those of missing elements as `deleted`. */
  readonly inactive: Uint32Array;
  /** Customers whose alarms are not explained by others, ascending. */
  readonly unexplained: Uint32Array;
  /** By id; slots count per kind. */
  readonly clusters: readonly Cluster[];
  /** By id, including disabled ones. */
  readonly alarms: readonly AlarmDefinition[];
  /** User-defined KPIs, and formulas in the place of those of the library. */
  readonly definitions: KpiDefinitions;
}

/** Returns the map itself if it is already sorted. */
function* sortedMapSteps(map: ReadonlyMap<number, number>): Steps<ReadonlyMap<number, number>> {
  const entries = yield* collect(map, (entry) => entry);
  const sorted = yield* sortByNumber(entries, ([key]) => key);
  if (sorted === entries) return map;
  const copy = new Map<number, number>();
  yield* forEachIndex(sorted.length, (index) => {
    copy.set(...(sorted[index] as [number, number]));
  });
  return copy;
}

function* sortedAlarmSteps(alarms: readonly AlarmDefinition[]): Steps<readonly AlarmDefinition[]> {
  const sorted: AlarmDefinition[] = [];
  for (const alarm of alarms)
    sorted.push({
      ...alarm,
      byCustomer: yield* sortedMapSteps(alarm.byCustomer),
      byElement: yield* sortedMapSteps(alarm.byElement),
    });
  return sorted.sort((a, b) => a.id - b.id);
}

type Ids = readonly { readonly id: number }[];

/** Ids that are in none of the tables, ascending. */
function* unusedIdSteps(all: readonly Ids[], facts: Iterable<Ids>): Steps<Uint32Array> {
  const used = new IdSet();
  for (const list of facts)
    yield* forEachIndex(list.length, (index) => {
      used.add(list[index]?.id ?? 0);
    });
  const unused: number[] = [];
  for (const list of all)
    for (const id of yield* collect(list, (one) => (used.has(one.id) ? undefined : one.id))) unused.push(id);
  return Uint32Array.from(unused).sort();
}

const unexplainedCustomers = (
  { customers }: Pick<Inventory, 'customers'>,
  belongs: (customer: number) => boolean,
): Uint32Array =>
  Uint32Array.from(
    [...customers.values()].filter(({ id, explainsAlarms = true }) => !explainsAlarms && belongs(id)),
    ({ id }) => id,
  ).sort();

/** Alarms and KPIs that users define. */
export interface Definitions {
  readonly alarms: readonly AlarmDefinition[];
  readonly definitions?: KpiDefinitions | undefined;
}

/** The current values of the live config. */
export const currentDefinitions = ({
  alarms,
  definitions,
}: {
  readonly alarms: { readonly current: readonly AlarmDefinition[] };
  readonly definitions: { readonly current: KpiDefinitions };
}): Required<Definitions> => ({ alarms: alarms.current, definitions: definitions.current });

interface PartitionPart {
  readonly belongs: (customer: number) => boolean;
  readonly pipeline?: Pipeline;
}

/**
 * The part of inventory and cockpits that concerns the customers of a partition, in canonical form; of one
 * pipeline or of both.
 */
export function* engineConfigurationSteps(
  inventory: Inventory,
  { alarms, definitions = noDefinitions }: Definitions,
  { belongs, pipeline }: PartitionPart,
): Steps<EngineConfiguration> {
  const collected = yield* collectedFactSteps(inventory, belongs);
  const targets = yield* targetFactSteps(inventory, belongs);
  const facts = new Map([...collected.facts, ...targets.facts]);
  const elements: ElementTable[] = [];
  for (const [number, source] of sources.entries()) {
    const own = pipeline === undefined || pipeline === source.pipeline ? (facts.get(number) ?? []) : [];
    elements.push(yield* elementTableSteps(own));
  }
  return {
    elements,
    inactive: yield* unusedIdSteps([...collected.all, targets.all], facts.values()),
    unexplained: unexplainedCustomers(inventory, belongs),
    clusters: targets.clusters,
    alarms: yield* sortedAlarmSteps(alarms),
    definitions,
  };
}

export const emptyConfiguration: EngineConfiguration = {
  elements: perSource(() => runSync(elementTableSteps([]))),
  inactive: new Uint32Array(),
  unexplained: new Uint32Array(),
  clusters: [],
  alarms: [],
  definitions: noDefinitions,
};

/** Completes a configuration stored by an earlier version, which had no clusters, no overridden formulas and fewer sources. */
export const completeConfiguration = (stored: EngineConfiguration): EngineConfiguration => ({
  ...emptyConfiguration,
  ...stored,
  elements: emptyConfiguration.elements.map((none, source) => stored.elements[source] ?? none),
  definitions: { ...noDefinitions, ...stored.definitions },
});
