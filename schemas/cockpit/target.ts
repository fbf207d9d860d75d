import type { ElementKind } from '../element/kind.ts';
import { libraryDirectory } from '../kpi/directory.ts';
import type { KpiFacts } from '../kpi/directory.ts';
import type { Scope } from '../kpi/kpi.ts';
import { hasAlternatives } from './kpi-source.ts';

/** What flows are summed by beside the application at a site. */
const ofFlows = [
  'site',
  'class',
  'conversation',
  'area',
  'cluster',
] as const satisfies readonly ElementKind[];
/** Kinds of element whose measures an area of sites puts together. */
const membersOfAreas: readonly ElementKind[] = ['interface', 'device'];

/**
 * The kinds of element that an alarm on a KPI can be decided on, that of the KPI first: a KPI of flows wherever flows are
 * summed, one of lines or devices also on areas of sites. One that administrators defined is measured on its own kind alone, which
 * is not named: none.
 */
export function targetsOf(kpi: string): readonly ElementKind[] {
  const known = libraryDirectory.get(kpi);
  if (known === undefined) return [];
  const { element, scopes } = known;
  if (element === 'application' && scopes.includes('flow')) return [element, ...ofFlows];
  return membersOfAreas.includes(element) && scopes.includes('snmp') ? [element, 'area'] : [element];
}

/** The kind of element that an alarm is decided on; undefined where it names none and its KPI is not of the library. */
export const targetOf = ({
  kpi,
  target,
}: {
  readonly kpi: string;
  readonly target?: ElementKind | undefined;
}): ElementKind | undefined => target ?? libraryDirectory.get(kpi)?.element;

const isOwnKind = (facts: KpiFacts, target: ElementKind | undefined): boolean =>
  target === undefined || (target === facts.element && !hasAlternatives(facts));

/**
 * What has to be said of a target: nothing where it is the kind of element of the KPI. A KPI that is registered on several
 * alternatives is the exception: to say its own kind of element is to say that flows are meant.
 */
export function statedTarget(kpi: string, target: ElementKind | undefined): ElementKind | undefined {
  const facts = libraryDirectory.get(kpi);
  return facts !== undefined && isOwnKind(facts, target) ? undefined : target;
}

/** A KPI on a kind of element; left out: that of the KPI. */
export interface Targeted {
  readonly facts: KpiFacts;
  readonly target?: ElementKind | undefined;
}

/** Where the measures come from that an alarm is decided on: flows beside the kind of element of a KPI of flows, members of an area. */
function scopesOn({ facts, target }: Targeted): readonly Scope[] {
  if (isOwnKind(facts, target)) return facts.scopes;
  return [facts.element === 'application' ? 'flow' : 'snmp'];
}

/**
 * Whether two alarms are decided on the same kind of element by measures of different sources: no scope has both, so no element
 * could ever have both measures.
 */
export const haveDifferentSources = (one: Targeted, other: Targeted): boolean =>
  (one.target ?? one.facts.element) === (other.target ?? other.facts.element) &&
  !scopesOn(one).some((scope) => scopesOn(other).includes(scope));
