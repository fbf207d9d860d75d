import { parseFlowFilter } from '#schemas/explore/filter/parse.ts';
import { testsOf } from '#schemas/explore/filter/tree.ts';
import type { DimensionId, FieldId } from '#schemas/explore/fields.ts';
import type { ExploreSearch } from '../explore-search.ts';
import { kpiOfMeasure, type SaveObstacle } from './dashlet-of.ts';

/** Kinds of element that an alarm on flows is evaluated on. */
type AlarmTarget = 'application' | 'site' | 'class' | 'conversation';

/** What the editor of an alarm definition starts with. */
export interface AlarmStart {
  readonly kpi: string;
  readonly target: AlarmTarget;
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

/**
 * The alarm definition about what an address of the explorer shows, or why there is none. A definition is about every element of a
 * kind.
 */
export function alarmOf({ by, measure = 'bps', filter = '' }: ExploreSearch): AlarmStart | SaveObstacle {
  if (measure !== 'bytes' && measure !== 'bps') return 'measure';
  if (!by.every(isKnown)) return 'dimension';
  const named = fieldsOf(filter);
  if (named?.every(isKnown) !== true) return 'filter';
  const [, target = 'site'] = targets.find(([id]) => by.includes(id) || named.includes(id)) ?? [];
  return { kpi: kpiOfMeasure[measure], target };
}
