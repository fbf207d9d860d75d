import { createContext, useContext, type ReactNode } from 'react';
import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { DocumentApi } from './document-api.ts';
import type { DocumentAddress } from './document-address.ts';

/** What a kind of documents adds to the rows of its library. */
export interface LibraryRows {
  readonly itemsOf: (document: DocumentSummary) => readonly MenuItem[];
  /** How far what they started is. */
  readonly status: ReactNode;
}

/** What every part of a page of documents needs: its calls and its address. */
export interface DocumentPlace extends DocumentAddress {
  readonly api: DocumentApi;
  readonly rows?: LibraryRows | undefined;
}

const Place = createContext<DocumentPlace | undefined>(undefined);

export const DocumentPlaceProvider = Place.Provider;

/** The calls and the address of the page. */
export function useDocumentPlace(): DocumentPlace {
  const place = useContext(Place);
  if (place === undefined) throw new Error('used outside a page of documents');
  return place;
}
