import type { ElementKind } from '../element/kind.ts';
import type { KpiFacts } from '../kpi/directory.ts';
import { hasAggregation, hasOver } from '../kpi/algebra/kind-rules.ts';
import type { QuantityKind } from '../kpi/algebra/quantity.ts';
import {
  innermost,
  flowGroups,
  groupAttributesOf,
  groupAttributesIn,
  type GroupAttribute,
  type KeyAttribute,
} from './key-attribute.ts';
import type { DataBreakdown, DataSeries } from './data-request.ts';

/** Facts of a KPI that decide what its values can be grouped by. */
export interface GroupableKpi {
  readonly element: ElementKind;
  /** Has a formula over flows. */
  readonly ofFlows: boolean;
}

/** Facts of a KPI that decide what it can be queried by. */
export interface AskableKpi extends GroupableKpi {
  readonly kind: QuantityKind;
}

export const askableOf = ({
  element,
  kind,
  scopes,
}: Pick<KpiFacts, 'element' | 'kind' | 'scopes'>): AskableKpi => ({
  element,
  kind,
  ofFlows: scopes.includes('flow'),
});

/** What a request queries a KPI by. */
export interface RequestOrigin {
  readonly keys: readonly KeyAttribute[];
  readonly breakdown: Pick<DataBreakdown, 'kind'>;
  readonly conversationMode: boolean;
}

/** What a KPI is not compatible with. */
export type Incompatibility = 'key attribute' | 'breakdown' | 'conversation mode';

const isOfFlows = ({ element, ofFlows }: GroupableKpi): boolean => element === 'application' && ofFlows;

/** Key attributes that a KPI has values by, without `date`, which every KPI has. */
export function askableBy(kpi: GroupableKpi, conversationMode: boolean): readonly GroupAttribute[] {
  if (conversationMode && !isOfFlows(kpi)) return [];
  return groupAttributesOf(kpi.element).filter((attribute) => {
    if (attribute === 'conversation') return conversationMode || kpi.element === 'conversation';
    return !conversationMode || !flowGroups.includes(attribute);
  });
}

/** Key attributes that all KPIs of a request have values by. */
export const sharedAttributes = (
  kpis: readonly GroupableKpi[],
  conversationMode: boolean,
): readonly GroupAttribute[] => {
  const [first = [], ...others] = kpis.map((kpi) => askableBy(kpi, conversationMode));
  return first.filter((attribute) => others.every((each) => each.includes(attribute)));
};

/** Whether an attribute that groups flows is requested together with another one. */
const mixesGroups = (groups: readonly GroupAttribute[]): boolean =>
  groups.length > 1 && groups.some((group) => flowGroups.includes(group));

const fitsMode = (kpi: GroupableKpi, { keys, conversationMode }: RequestOrigin): boolean =>
  !isOfFlows(kpi) ? !conversationMode : conversationMode || !keys.includes('conversation');

/** Several dimensions of flows have no id that a list could name. */
const fitsBreakdown = (kpi: GroupableKpi, groups: number, kind: DataBreakdown['kind']): boolean =>
  (kind === 'none') === (groups === 0) && !(kind === 'list' && isOfFlows(kpi) && groups > 1);

/** Returns what a KPI of a request is not compatible with; undefined if it can be queried. */
export function incompatibility(kpi: GroupableKpi, requested: RequestOrigin): Incompatibility | undefined {
  const groups = groupAttributesIn(requested.keys);
  if (!fitsMode(kpi, requested)) return 'conversation mode';
  const known = askableBy(kpi, requested.conversationMode);
  if (mixesGroups(groups) || !groups.every((group) => known.includes(group))) return 'key attribute';
  return fitsBreakdown(kpi, groups.length, requested.breakdown.kind) ? undefined : 'breakdown';
}

/** The attribute whose ids a list breakdown names. */
export const listedAttribute = (
  { element }: Pick<GroupableKpi, 'element'>,
  keys: readonly KeyAttribute[],
): GroupAttribute | undefined =>
  element === 'application' ? groupAttributesIn(keys)[0] : innermost(element, groupAttributesIn(keys));

/** Aggregations of a series as they are stated; absent: the default. */
export interface StatedAggregations {
  readonly aggregation?: DataSeries['aggregation'] | undefined;
  readonly over?: DataSeries['over'] | undefined;
}

/** A setting of a series, and the aggregation that it states although the kind of its KPI does not have it. */
export interface UndefinedAggregation {
  readonly setting: 'aggregation' | 'over';
  readonly stated: string;
}

/** Returns the stated aggregations of a series that the kind of its KPI does not have. */
export function undefinedAggregations(
  { kind }: Pick<AskableKpi, 'kind'>,
  { aggregation = 'default', over = 'default' }: StatedAggregations,
): readonly UndefinedAggregation[] {
  const isDefined = aggregation === 'default' || hasAggregation(kind, aggregation);
  const isOverDefined = over === 'default' || hasOver(kind, over);
  return [
    ...(isDefined ? [] : [{ setting: 'aggregation', stated: aggregation } as const]),
    ...(isOverDefined ? [] : [{ setting: 'over', stated: over } as const]),
  ];
}

/** Whether values of a KPI by these keys are those of several elements: rows are neither single elements nor made of flows. */
export const aggregatesElements = (
  { element }: Pick<GroupableKpi, 'element'>,
  { keys, breakdown }: { readonly keys: readonly KeyAttribute[]; readonly breakdown: DataBreakdown },
): boolean =>
  element !== 'application' &&
  (!groupAttributesIn(keys).includes(element) || (breakdown.kind === 'top' && breakdown.others));
