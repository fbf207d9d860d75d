import { inventoryKinds } from '../../inventory/list/inventory-kind.ts';

/** What has a page: elements of the inventory, and a customer. */
export const pageKinds = [...inventoryKinds, 'customer'] as const;
export type PageKind = (typeof pageKinds)[number];

export const isPageKind = (kind: string): kind is PageKind => (pageKinds as readonly string[]).includes(kind);
