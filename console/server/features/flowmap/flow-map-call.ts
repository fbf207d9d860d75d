import type { FlowMapSelection } from '#schemas/flowmap/flow-map.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { FlowEnds } from '#schemas/kpi/flow-ends.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** Who reads what of a customer. */
export interface FlowMapCall {
  readonly caller: Caller;
  readonly customer: number;
  readonly signal: AbortSignal;
}

/** The ends that a selection leaves, and which of them have names of their own. Throws NOT_FOUND for a site that is not seen. */
export function flowEndsOf(
  { caller, customer }: FlowMapCall,
  inventory: Inventory,
  { sites, direction }: Pick<FlowMapSelection, 'sites' | 'direction'>,
): FlowEnds {
  const visible = sitesSeenBy(caller, customer);
  const seen = visible && [...visible];
  for (const id of sites)
    if (inventory.sites.get(id)?.customer !== customer || visible?.has(id) === false)
      throw new ProblemError('NOT_FOUND');
  return { sites: sites.length > 0 ? sites : seen, seen, direction };
}
