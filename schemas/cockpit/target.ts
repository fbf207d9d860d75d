import type { ElementKind } from '../element/kind.ts';
import { libraryDirectory } from '../kpi/directory.ts';

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
