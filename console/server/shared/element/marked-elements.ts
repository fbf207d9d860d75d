import type { ElementMarkQuery } from '#schemas/alerting/element-mark-routes.ts';
import { elementsInContext } from '#server/shared/context/context.ts';
import { elementOf, type PlacedElement } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { elementMarkLimits } from '#schemas/limit/element-mark.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';

interface Within {
  readonly customer: number;
  /** Sites that the caller sees; undefined: all. */
  readonly sites: readonly number[] | undefined;
  /** Areas and clusters that the caller does not see. */
  readonly hidden: ReadonlySet<number>;
}

/** Applications and classes are queried by their number, and alarms run on them at each site. */
function* targetsOf(
  { targets }: Inventory,
  details: ReadonlySet<number>,
  { kind, customer, sites }: { readonly kind: string } & Pick<Within, 'customer' | 'sites'>,
): Generator<number> {
  for (const flow of targets?.flows.values() ?? [])
    if (flow.customer === customer && flow.kind === kind && details.has(flow.detail))
      if (sites?.includes(flow.site) !== false) yield flow.id;
}

/** The elements whose marks are needed. Throws CONTEXT_TOO_LARGE. */
export function markedElements(
  inventory: Inventory,
  { customer, sites, hidden }: Within,
  requested: ElementMarkQuery['elements'],
): readonly PlacedElement[] {
  const ids = new Set<number>();
  const add = (id: number): void => {
    if (!hidden.has(id)) ids.add(id);
    if (ids.size > elementMarkLimits.maxElements) throw new ProblemError('CONTEXT_TOO_LARGE');
  };
  for (const { element: kind, filters } of requested) {
    const found = [...elementsInContext(inventory, { customer, kind, filters, sites })];
    const details = new Set(found.flatMap(({ detail }) => detail ?? []));
    for (const { id, detail } of found) if (detail === undefined) add(id);
    for (const id of targetsOf(inventory, details, { kind, customer, sites })) add(id);
  }
  return [...ids].flatMap((id) => elementOf(inventory, id) ?? []);
}
