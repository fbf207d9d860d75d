import type { ElementKind } from '../element/kind.ts';
import { libraryDirectory } from '../kpi/directory.ts';
import type { KpiDirectory, KpiFacts } from '../kpi/directory.ts';
import type { CounterScope } from '../kpi/kpi.ts';
import { hasAlternatives } from './kpi-source.ts';

/** What flows are summed by beside the application at a site. */
const ofFlows = [
  'site',
  'class',
  'conversation',
  'area',
  'cluster',
] as const satisfies readonly ElementKind[];
/** Kinds of element that lie at a site, and whose measures an area of sites puts together. */
const membersOfAreas: readonly ElementKind[] = ['interface', 'device', 'class', 'probe', 'tunnel', 'site'];

/** What is measured by flows of applications is so wherever flows are summed. */
export const isFlowKpi = ({ element, scopes }: Pick<KpiFacts, 'element' | 'scopes'>): boolean =>
  element === 'application' && scopes.includes('flow');

/**
 * The kinds of element that an alarm on a KPI can be decided on, that of the KPI first: a KPI of flows wherever flows are
 * summed, one of what lies at sites also on areas of sites, whoever defined it. None for one that nobody knows.
 */
export function alarmTargetsOf(facts: Pick<KpiFacts, 'element' | 'scopes'> | undefined): readonly ElementKind[] {
  if (facts === undefined) return [];
  const { element } = facts;
  if (isFlowKpi(facts)) return [element, ...ofFlows];
  return membersOfAreas.includes(element) ? [element, 'area'] : [element];
}

/** The kind of element that an alarm is decided on; undefined where it names none and its KPI is not in the directory. */
export const alarmTargetOf = (
  { kpi, target }: { readonly kpi: string; readonly target?: ElementKind | undefined },
  kpis: KpiDirectory = libraryDirectory,
): ElementKind | undefined => target ?? kpis.get(kpi)?.element;

const isOwnKind = (facts: KpiFacts, target: ElementKind | undefined): boolean =>
  target === undefined || (target === facts.element && !hasAlternatives(facts));

/**
 * What has to be said of a target: nothing where it is the kind of element of the KPI. A KPI that is registered on several
 * alternatives is the exception: to say its own kind of element is to say that flows are meant.
 */
export function statedTarget(
  facts: KpiFacts | undefined,
  target: ElementKind | undefined,
): ElementKind | undefined {
  return facts !== undefined && isOwnKind(facts, target) ? undefined : target;
}

/** A KPI on a kind of element; left out: that of the KPI. */
export interface KpiTarget {
  readonly facts: KpiFacts;
  readonly target?: ElementKind | undefined;
}

/** Where the measures come from that an alarm is decided on: flows beside the kind of element of a KPI of flows, members of an area. */
function scopesOn({ facts, target }: KpiTarget): readonly CounterScope[] {
  return isOwnKind(facts, target) || !isFlowKpi(facts) ? facts.scopes : ['flow'];
}

/**
 * Whether two alarms are decided on the same kind of element by measures of different sources: no scope has both, so no element
 * could ever have both measures.
 */
export const haveDifferentSources = (one: KpiTarget, other: KpiTarget): boolean =>
  (one.target ?? one.facts.element) === (other.target ?? other.facts.element) &&
  !scopesOn(one).some((scope) => scopesOn(other).includes(scope));
