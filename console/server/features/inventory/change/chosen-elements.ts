import type { ChosenElements } from '#schemas/inventory/list/filter.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import type { ListScope } from '../list/inventory-list.ts';
import type { Listed } from '../list/listed-elements.ts';

/** A request about elements of a kind of a customer. */
export interface ChangeCall {
  readonly params: { readonly customerId: number; readonly kind: InventoryKind };
  readonly caller: Caller;
}

export interface ElementChoice {
  readonly choose: (
    scope: ListScope & { readonly viewer: Caller },
    chosen: ChosenElements,
  ) => Promise<readonly Listed[]>;
}

/** The chosen elements that the caller sees. Throws NOT_FOUND without any, SELECTION_TOO_LARGE above `max`. */
export async function chooseElements(
  list: ElementChoice,
  { params: { customerId, kind }, caller: viewer }: ChangeCall,
  { chosen, max }: { readonly chosen: ChosenElements; readonly max: number },
): Promise<readonly Listed[]> {
  const found = await list.choose({ kind, customers: [customerId], viewer }, chosen);
  if (found.length === 0) throw new ProblemError('NOT_FOUND');
  if (found.length > max) throw new ProblemError('SELECTION_TOO_LARGE', { params: { max } });
  return found;
}

export const idsOf = (elements: readonly { readonly id: number }[]): number[] => elements.map(({ id }) => id);
