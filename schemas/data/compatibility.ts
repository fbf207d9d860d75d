import type { ElementKind } from '../element/kind.ts';
import { innermost, flowGroups, groupAttributesOf, groupAttributesIn } from './key-attribute.ts';
import type { GroupAttribute, KeyAttribute } from './key-attribute.ts';
import type { DataBreakdown } from './data-request.ts';

/** Facts of a KPI that decide what it can be asked by. */
export interface AskableKpi {
  readonly element: ElementKind;
  /** Has a formula over flows. */
  readonly ofFlows: boolean;
}

/** What a request asks a KPI by. */
export interface AskedBy {
  readonly keys: readonly KeyAttribute[];
  readonly breakdown: Pick<DataBreakdown, 'kind'>;
  readonly conversationMode: boolean;
}

/** What a KPI is not compatible with. */
export type Incompatibility = 'key attribute' | 'breakdown' | 'conversation mode';

const isOfFlows = ({ element, ofFlows }: AskableKpi): boolean => element === 'application' && ofFlows;

/** Key attributes that a KPI has values by, without `date`, which every KPI has. */
export function askableBy(kpi: AskableKpi, conversationMode: boolean): readonly GroupAttribute[] {
  if (conversationMode && !isOfFlows(kpi)) return [];
  return groupAttributesOf(kpi.element).filter((attribute) => {
    if (attribute === 'conversation') return conversationMode || kpi.element === 'conversation';
    return !conversationMode || !flowGroups.includes(attribute);
  });
}

/** Key attributes that all KPIs of a request have values by. */
export const sharedAttributes = (
  kpis: readonly AskableKpi[],
  conversationMode: boolean,
): readonly GroupAttribute[] => {
  const [first = [], ...others] = kpis.map((kpi) => askableBy(kpi, conversationMode));
  return first.filter((attribute) => others.every((each) => each.includes(attribute)));
};

/** Whether an attribute that groups flows is asked for together with another one. */
const mixesGroups = (groups: readonly GroupAttribute[]): boolean =>
  groups.length > 1 && groups.some((group) => flowGroups.includes(group));

const fitsMode = (kpi: AskableKpi, { keys, conversationMode }: AskedBy): boolean =>
  !isOfFlows(kpi) ? !conversationMode : conversationMode || !keys.includes('conversation');

/** Several dimensions of flows have no id that a list could name. */
const fitsBreakdown = (kpi: AskableKpi, groups: number, kind: DataBreakdown['kind']): boolean =>
  (kind === 'none') === (groups === 0) && !(kind === 'list' && isOfFlows(kpi) && groups > 1);

/** Returns what a KPI of a request is not compatible with; undefined if it can be asked. */
export function incompatibility(kpi: AskableKpi, asked: AskedBy): Incompatibility | undefined {
  const groups = groupAttributesIn(asked.keys);
  if (!fitsMode(kpi, asked)) return 'conversation mode';
  const known = askableBy(kpi, asked.conversationMode);
  if (mixesGroups(groups) || !groups.every((group) => known.includes(group))) return 'key attribute';
  return fitsBreakdown(kpi, groups.length, asked.breakdown.kind) ? undefined : 'breakdown';
}

/** The attribute whose ids a list breakdown names. */
export const listedAttribute = (
  { element }: Pick<AskableKpi, 'element'>,
  keys: readonly KeyAttribute[],
): GroupAttribute | undefined =>
  element === 'application' ? groupAttributesIn(keys)[0] : innermost(element, groupAttributesIn(keys));
