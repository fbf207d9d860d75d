import { parseFlowFilter } from '#schemas/explore/filter/parse.ts';
import { testsOf } from '#schemas/explore/filter/tree.ts';
import type { GroupAttribute } from '#schemas/data/key-attribute.ts';
import type { DimensionId, FieldId } from '#schemas/explore/fields.ts';
import type { ExploreSearch } from '../explore-search.ts';
import type { KpiDirectory, KpiFacts } from '#schemas/kpi/directory.ts';
import { isOfFlows } from '../kpi/explored-kpi.ts';
import { kpiOfMeasure, type SaveObstacle } from './dashlet-of.ts';

/** Kinds of element that an alarm on flows is evaluated on. */
type AlarmTarget = 'application' | 'site' | 'class' | 'conversation';

/** What the editor of an alarm definition starts with. */
export interface AlarmStart {
  readonly kpi: string;
  /** Absent: every element that the KPI is about. */
  readonly target?: AlarmTarget;
}

/** Targets by the dimension that has one row for each, those within others first. */
const targets: readonly (readonly [DimensionId & FieldId, AlarmTarget])[] = [
  ['application', 'application'],
  ['remote-site', 'conversation'],
  ['dscp', 'class'],
  ['site', 'site'],
];

const isKnown = (field: FieldId): boolean => targets.some(([id]) => id === field);

/** Fields of a filter; undefined: it is faulty. */
function fieldsOf(filter: string): readonly FieldId[] | undefined {
  const parsed = parseFlowFilter(filter);
  if (!parsed.ok) return undefined;
  return parsed.tree === undefined ? [] : testsOf(parsed.tree).map(({ field }) => field);
}

/** Targets of KPIs of flows by their keys, those within others first. */
const targetsOfKeys: readonly (readonly [GroupAttribute, AlarmTarget])[] = [
  ['application', 'application'],
  ['conversation', 'conversation'],
  ['class', 'class'],
];

/** The definition on a KPI. Those that show WAN accesses only have none: alarms are on the KPIs of interfaces. */
function alarmOfKpi(facts: KpiFacts, keys: readonly GroupAttribute[]): AlarmStart | SaveObstacle {
  const { key: kpi, onlyAccesses } = facts;
  if (onlyAccesses) return 'accesses';
  if (!isOfFlows(facts)) return { kpi };
  const [, target = 'site'] = targetsOfKeys.find(([key]) => keys.includes(key)) ?? [];
  return { kpi, target };
}

/** The definition on the traffic of what flows are grouped and filtered by. */
function alarmOfFlows({ by, measure = 'bps', filter = '' }: ExploreSearch): AlarmStart | SaveObstacle {
  if (measure !== 'bytes' && measure !== 'bps') return 'measure';
  if (!by.every(isKnown)) return 'dimension';
  const named = fieldsOf(filter);
  if (named?.every(isKnown) !== true) return 'filter';
  const [, target = 'site'] = targets.find(([id]) => by.includes(id) || named.includes(id)) ?? [];
  return { kpi: kpiOfMeasure[measure], target };
}

/**
 * The alarm definition about what an address of the explorer shows, or why there is none. A definition is about every element of a
 * kind.
 */
export function alarmOf(search: ExploreSearch, kpis: KpiDirectory): AlarmStart | SaveObstacle {
  if (search.kpi === undefined) return alarmOfFlows(search);
  const facts = kpis.get(search.kpi);
  return facts === undefined ? 'measure' : alarmOfKpi(facts, search.keys);
}
