import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import type { DocumentApi } from './document-api.ts';
import { takeEarlyDocument } from './opening/early-document.ts';

const placeOf = ({ customerId }: DocumentApi): number | 'provider' => customerId ?? 'provider';

export const documentsQuery = (api: DocumentApi) =>
  queryOptions({ queryKey: [api.kind, placeOf(api)], queryFn: ({ signal }) => api.list(signal) });

/** `onOpen` gets a document that is read for the first time, before it is drawn. */
export const documentQuery = (api: DocumentApi, id: number, onOpen?: (entry: DocumentEntry) => void) =>
  queryOptions({
    queryKey: [api.kind, placeOf(api), 'one', id],
    queryFn: async ({ client, queryKey, signal }) => {
      const early = takeEarlyDocument({ ...api, id });
      if (early !== undefined) return early;
      const entry = await api.read(id, signal);
      if (client.getQueryData(queryKey) === undefined) onOpen?.(entry);
      return entry;
    },
    // An open document changes only when it is read again: its reader may be editing it.
    staleTime: Infinity,
  });

/** Caches a document that the server returned and refreshes the library. */
export function cacheDocument(queries: QueryClient, api: DocumentApi, entry: DocumentEntry): void {
  queries.setQueryData(documentQuery(api, entry.id).queryKey, entry);
  void queries.invalidateQueries({ queryKey: documentsQuery(api).queryKey, exact: true });
}
