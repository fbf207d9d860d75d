import type { ChangeWay } from '#schemas/explore/changed/choices.ts';
import type { ChangeReply } from '#schemas/explore/changed/what-changed.ts';
import type { FilterTree } from '#schemas/explore/filter/tree.ts';
import { elementLabel, elementOf, type PlacedElement } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { sitesSeenBy, type Caller } from '#server/kernel/access/caller.ts';
import { withinSites } from '#server/kernel/access/within-sites.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import type { ChangeScope } from './changed-statements.ts';

/** What the flows of a request have in common. */
export interface ChangeContext {
  /** Any element; flows know sites, devices and interfaces, others stand for their device or site. Undefined: the customer. */
  readonly element: number | undefined;
  readonly way: ChangeWay;
  readonly filter: string;
}

type ShownContext = ChangeReply['context'];

/** Whose flows are read, and for whom. */
interface CallerOfChange {
  readonly caller: Caller;
  readonly customer: number;
}

/** An element of the customer that the caller sees. Throws NOT_FOUND. */
function seenElement(inventory: Inventory, { caller, customer }: CallerOfChange, id: number): PlacedElement {
  const element = elementOf(inventory, id);
  if (element?.customer !== customer) throw new ProblemError('NOT_FOUND');
  const seen = sitesSeenBy(caller, customer);
  if (seen !== undefined && !seen.has(element.site)) throw new ProblemError('NOT_FOUND');
  return element;
}

function shownElement(
  inventory: Inventory,
  { id, kind, device, site }: PlacedElement,
): ShownContext['element'] {
  if (kind === 'interface') return { id, kind, name: elementLabel(inventory, id) };
  if (device !== undefined)
    return { id: device, kind: 'device', name: inventory.devices.get(device)?.name ?? '' };
  const name = inventory.sites.get(site)?.name;
  return name === undefined ? null : { id: site, kind: 'site', name };
}

interface ScopeOfChange {
  readonly scope: Omit<ChangeScope, 'isOneSite'>;
  readonly shown: ShownContext;
}

/** The flows of a context that the caller may see, and what it is called. Throws NOT_FOUND for elements of others. */
export function scopeOfChange(
  inventory: Inventory,
  of: CallerOfChange & { readonly tree: FilterTree | undefined },
  { element: id, way, filter }: ChangeContext,
): ScopeOfChange {
  const { caller, customer, tree } = of;
  if (id === undefined)
    return {
      scope: {
        customer,
        sites: withinSites(caller, customer, undefined),
        device: undefined,
        port: undefined,
        filter: tree,
      },
      shown: { site: null, element: null, way: 'both', filter },
    };
  const element = seenElement(inventory, of, id);
  const shown = shownElement(inventory, element);
  const isPort = shown?.kind === 'interface';
  const site = inventory.sites.get(element.site);
  return {
    scope: {
      customer,
      sites: withinSites(caller, customer, site && [site.id]),
      device: shown === null || shown.kind === 'site' ? undefined : element.device,
      port: isPort ? { id: shown.id, way } : undefined,
      filter: tree,
    },
    shown: {
      site: site === undefined ? null : { id: site.id, name: site.name },
      element: shown,
      way: isPort ? way : 'both',
      filter,
    },
  };
}
