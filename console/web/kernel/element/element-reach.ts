import type { ElementKind } from '#schemas/element/kind.ts';
import { isPageKind, type PageKind } from '#schemas/dashboard/element/page-kinds.ts';
import { usePermission } from '../permission/use-permission.ts';
import { useSession } from '../session/session.ts';

/** The last part of an address, or the id of an element. */
export type ElementPlace = { readonly kind: PageKind | ElementKind; readonly id: number | string };

/** Whether the user may open the pages of elements. */
export function useElementPages(): boolean {
  const { modules } = useSession();
  return usePermission('NETWORK.read') && modules.includes('inventory');
}

/** Whether a kind has a page: areas and clusters have none. Ids that stand for the outside, or for sites that are not seen, have none either. */
export const hasElementPage = ({ kind, id }: ElementPlace): boolean =>
  isPageKind(kind) && (typeof id === 'string' || id > 0);
