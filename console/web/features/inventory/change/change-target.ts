import type { z } from 'zod';
import type { ChosenElements, InventoryFilterInput } from '#schemas/inventory/list/filter.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';

/** Elements of a customer that are changed together. */
export interface TargetPart {
  readonly customerId: number;
  readonly chosen: z.input<typeof ChosenElements>;
}

/** Elements of a kind that a dialog changes. */
export interface ChangeTarget {
  readonly kind: InventoryKind;
  readonly count: number;
  /** The element, when it is one. */
  readonly element?: InventoryElement | undefined;
  /** One for each customer: each changes on its own. */
  readonly parts: readonly TargetPart[];
}

/** These elements, which are of one kind. */
export function targetOfElements(kind: InventoryKind, elements: readonly InventoryElement[]): ChangeTarget {
  const byCustomer = Map.groupBy(elements, ({ customer }) => customer);
  return {
    kind,
    count: elements.length,
    element: elements.length === 1 ? elements[0] : undefined,
    parts: [...byCustomer].map(([customerId, own]) => ({
      customerId,
      chosen: { ids: own.map(({ id }) => id) },
    })),
  };
}

/** Every element that matches the filters of a list. */
export const targetOfMatching = (
  kind: InventoryKind,
  customers: readonly number[],
  { count, matching }: { readonly count: number; readonly matching: InventoryFilterInput },
): ChangeTarget => ({
  kind,
  count,
  parts: customers.map((customerId) => ({ customerId, chosen: { matching } })),
});

/** Calls for one customer after the other. A customer without matching elements is passed over. */
export async function forEachPart<Reply>(
  { parts }: Pick<ChangeTarget, 'parts'>,
  send: (part: TargetPart) => Promise<Reply>,
): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  let missing: unknown;
  for (const part of parts) {
    try {
      replies.push(await send(part));
    } catch (error) {
      if (!(error instanceof ApiProblem && error.status === 404)) throw error;
      missing = error;
    }
  }
  if (replies.length === 0) throw missing;
  return replies;
}
