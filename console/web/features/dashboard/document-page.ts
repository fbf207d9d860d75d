import { createContext, useContext } from 'react';
import type { DocumentApi } from './document-api.ts';
import type { DocumentAddress } from './document-address.ts';

/** What every part of a page of documents needs: its calls and its address. */
export interface DocumentPlace extends DocumentAddress {
  readonly api: DocumentApi;
}

const Place = createContext<DocumentPlace | undefined>(undefined);

export const DocumentPlaceProvider = Place.Provider;

/** The calls and the address of the page. */
export function useDocumentPlace(): DocumentPlace {
  const place = useContext(Place);
  if (place === undefined) throw new Error('used outside a page of documents');
  return place;
}
