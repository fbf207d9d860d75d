import type { ElementKind } from '../element/kind.ts';
import { libraryDirectory, type KpiDirectory, type KpiFacts } from '../kpi/directory.ts';
import type { CounterScope } from '../counter/scope.ts';
import { hasAlternatives } from './kpi-source.ts';

/** Kinds of element that flows are aggregated by in addition to the application at a site. */
const ofFlows = [
  'site',
  'class',
  'conversation',
  'area',
  'cluster',
] as const satisfies readonly ElementKind[];
/** Kinds of element at a site, whose measures an area aggregates. */
const membersOfAreas: readonly ElementKind[] = [
  'interface',
  'device',
  'class',
  'probe',
  'tunnel',
  'site',
  'sensor',
  'peer',
];

/** A KPI of application flows is available for every flow target. */
export const isFlowKpi = ({ element, scopes }: Pick<KpiFacts, 'element' | 'scopes'>): boolean =>
  element === 'application' && scopes.includes('flow');

/**
 * Returns the kinds of element that an alarm on a KPI can be evaluated on, that of the KPI first: every flow target for a flow
 * KPI, also areas for elements at sites. Empty for an unknown KPI, and for one that shows WAN accesses only.
 */
export function alarmTargetsOf(
  facts: (Pick<KpiFacts, 'element' | 'scopes'> & Partial<Pick<KpiFacts, 'onlyAccesses'>>) | undefined,
): readonly ElementKind[] {
  if (facts === undefined || facts.onlyAccesses === true) return [];
  const { element } = facts;
  if (isFlowKpi(facts)) return [element, ...ofFlows];
  return membersOfAreas.includes(element) ? [element, 'area'] : [element];
}

/** Returns the kind of element that an alarm is evaluated on; undefined without a target and with an unknown KPI. */
export const alarmTargetOf = (
  { kpi, target }: { readonly kpi: string; readonly target?: ElementKind | undefined },
  kpis: KpiDirectory = libraryDirectory,
): ElementKind | undefined => target ?? kpis.get(kpi)?.element;

const isOwnKind = (facts: KpiFacts, target: ElementKind | undefined): boolean =>
  target === undefined || (target === facts.element && !hasAlternatives(facts));

/**
 * Returns the target to state explicitly, undefined for the kind of element of the KPI. Exception: for a KPI registered on
 * several alternatives, stating its own kind selects flows.
 */
export function statedTarget(
  facts: KpiFacts | undefined,
  target: ElementKind | undefined,
): ElementKind | undefined {
  return facts !== undefined && isOwnKind(facts, target) ? undefined : target;
}

/** A KPI on a kind of element; absent: that of the KPI. */
export interface KpiTarget {
  readonly facts: KpiFacts;
  readonly target?: ElementKind | undefined;
}

/** Source of the measures of an alarm: flows for a flow target, members for an area. */
function scopesOn({ facts, target }: KpiTarget): readonly CounterScope[] {
  return isOwnKind(facts, target) || !isFlowKpi(facts) ? facts.scopes : ['flow'];
}

/**
 * Whether two alarms on the same kind of element use measures of different sources: no scope has both, so no element can have
 * both measures.
 */
export const haveDifferentSources = (one: KpiTarget, other: KpiTarget): boolean =>
  (one.target ?? one.facts.element) === (other.target ?? other.facts.element) &&
  !scopesOn(one).some((scope) => scopesOn(other).includes(scope));
