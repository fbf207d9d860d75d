import type { AlarmRow, SiteAlert } from '#schemas/alerting/alert.ts';
import type { AlarmWatch, ContextAlarmRequest } from '#schemas/alerting/context-alarm-routes.ts';
import { isUnhandled } from '#schemas/alerting/counts.ts';
import { severities as allSeverities } from '#schemas/alerting/severity.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { alarmTargetOf } from '#schemas/cockpit/target.ts';
import { contextOf, elementsInContext } from '#server/shared/context/context.ts';
import type { ElementFilter } from '#schemas/data/element-filter.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';

/** A part of a customer. */
export interface AlarmContext {
  readonly customer: number;
  /** Sites that the caller sees; undefined: all. */
  readonly sites: readonly number[] | undefined;
  readonly filters: readonly ElementFilter[];
}

type Target = Pick<AlarmRow, 'element' | 'elementKind'>;

/** The test whether flows of a kind at a site are in the context: elements that filters select at a site or below leave that site. */
function flowTest(
  inventory: Inventory,
  { kind, ...context }: AlarmContext & { readonly kind: ElementKind },
): (element: number) => boolean {
  const { sites, applications, classes } = contextOf(inventory, { ...context, kind }, true);
  const left = sites && new Set(sites);
  const details = kind === 'application' ? applications : kind === 'class' ? classes : undefined;
  const named = details && new Set(details);
  return (element) => {
    const flow = inventory.targets?.flows.get(element);
    return flow !== undefined && left?.has(flow.site) !== false && named?.has(flow.detail) !== false;
  };
}

/** The test whether the element of an alarm is in the context. */
export function contextTest(inventory: Inventory, context: AlarmContext): (target: Target) => boolean {
  if (context.filters.length === 0) return () => true;
  const ofFlows = new Map<ElementKind, (element: number) => boolean>();
  const ofElements = new Map<ElementKind, ReadonlySet<number>>();
  const flowsOf = (kind: ElementKind) => {
    const test = ofFlows.get(kind) ?? flowTest(inventory, { ...context, kind });
    ofFlows.set(kind, test);
    return test;
  };
  const elementsOf = (kind: ElementKind) => {
    const ids =
      ofElements.get(kind) ??
      new Set([...elementsInContext(inventory, { ...context, kind })].map(({ id }) => id));
    ofElements.set(kind, ids);
    return ids;
  };
  return ({ element, elementKind: kind }) =>
    inventory.targets?.flows.has(element) === true ? flowsOf(kind)(element) : elementsOf(kind).has(element);
}

const rank = (row: AlarmRow): number => allSeverities.indexOf(row.severity);

/** The alarms that a request is about: the worst first, of one severity the newest first. */
export function matchingAlarms(
  rows: Iterable<AlarmRow>,
  { severities, onlyUnhandled }: Pick<ContextAlarmRequest, 'severities' | 'onlyUnhandled'>,
  isInContext: (target: Target) => boolean,
): readonly AlarmRow[] {
  const isMatching = (row: AlarmRow): boolean =>
    (severities.length === 0 || severities.includes(row.severity)) && (!onlyUnhandled || isUnhandled(row));
  return [...rows]
    .filter((row) => isMatching(row) && isInContext(row))
    .toSorted(
      (one, other) => rank(one) - rank(other) || other.since - one.since || (one.id < other.id ? -1 : 1),
    );
}

/** The worst severity of each site. The alarms have the worst first. */
export function worstBySite(alarms: readonly AlarmRow[]): SiteAlert[] {
  const sites = new Map<number, SiteAlert>();
  for (const { site, severity } of alarms) {
    const known = sites.get(site);
    if (known === undefined) sites.set(site, { site, severity, alarms: 1 });
    else known.alarms += 1;
  }
  return [...sites.values()];
}

/** Whether a kind has an active element in the context. */
function hasActive(inventory: Inventory, context: AlarmContext, kind: ElementKind): boolean {
  const isLeft = flowTest(inventory, { ...context, kind });
  for (const { id, customer, active, kind: own } of inventory.targets?.flows.values() ?? [])
    if (own === kind && customer === context.customer && active && isLeft(id)) return true;
  return elementsInContext(inventory, { ...context, kind }).some(({ active }) => active);
}

interface Watching {
  readonly inventory: Inventory;
  readonly kpis: KpiDirectory;
  /** Active definitions that the caller sees, of the severities requested. */
  readonly definitions: readonly Pick<AlarmDefinition, 'kpi' | 'target'>[];
}

/** Whether active definitions are about an element of the context. */
export function watchOf(
  { inventory, kpis, definitions }: Watching,
  context: AlarmContext,
): Exclude<AlarmWatch, 'undecided'> {
  if (definitions.length === 0) return 'no-definition';
  const kinds = new Set(definitions.flatMap((each) => alarmTargetOf(each, kpis) ?? []));
  return [...kinds].some((kind) => hasActive(inventory, context, kind)) ? 'watched' : 'no-element';
}
