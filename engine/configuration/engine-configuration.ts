import { isDeepStrictEqual } from 'node:util';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { Cluster } from '#schemas/inventory/flow-target.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { noDefinitions } from '#schemas/kpi/definition.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import { perSource } from '../measure/sources.ts';
import type { Lane } from '../measure/sources.ts';
import { collectedFacts } from './collected-facts.ts';
import { elementTable } from './element-table.ts';
import type { ElementTable } from './element-table.ts';
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

const sortedMap = (map: ReadonlyMap<number, number>): ReadonlyMap<number, number> =>
  new Map([...map].sort(([a], [b]) => a - b));

const sortedAlarms = (alarms: readonly AlarmDefinition[]): readonly AlarmDefinition[] =>
  alarms
    .map((alarm) => ({
      ...alarm,
      byCustomer: sortedMap(alarm.byCustomer),
      byElement: sortedMap(alarm.byElement),
    }))
    .sort((a, b) => a.id - b.id);

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

/** The part of inventory and cockpits that concerns the customers of a partition, in one canonical form; of one lane, or of both. */
export function engineConfiguration(
  inventory: Inventory,
  { alarms, definitions = noDefinitions }: Definitions,
  { belongs, lane }: { readonly belongs: (customer: number) => boolean; readonly lane?: Lane },
): EngineConfiguration {
  const collected = collectedFacts(inventory, belongs);
  const targets = targetFacts(inventory, belongs);
  const facts = new Map([...collected.facts, ...targets.facts]);
  const all = [...collected.all, ...targets.all].map(({ id }) => id);
  const used = new Set([...facts.values()].flat().map(({ id }) => id));
  return {
    elements: perSource((source, number) =>
      elementTable(lane === undefined || lane === source.lane ? (facts.get(number) ?? []) : []),
    ),
    inactive: Uint32Array.from(all.filter((id) => !used.has(id))).sort(),
    clusters: targets.clusters,
    alarms: sortedAlarms(alarms),
    definitions,
  };
}

export const emptyConfiguration: EngineConfiguration = {
  elements: perSource(() => elementTable([])),
  inactive: new Uint32Array(),
  clusters: [],
  alarms: [],
  definitions: noDefinitions,
};

/** Whether two configurations compute the same. By value: the stored form of equal ones may differ in padding. */
export const sameConfiguration = (a: EngineConfiguration, b: EngineConfiguration): boolean =>
  isDeepStrictEqual(a, b);

/** A configuration as an earlier version stored it, which knew neither clusters nor the sources behind those that are counted. */
export const completed = (stored: EngineConfiguration): EngineConfiguration => ({
  ...emptyConfiguration,
  ...stored,
  elements: emptyConfiguration.elements.map((none, source) => stored.elements[source] ?? none),
});
