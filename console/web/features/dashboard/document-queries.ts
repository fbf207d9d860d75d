import type { QueryFunctionContext } from '@tanstack/react-query';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import type { DocumentApi } from './document-api.ts';
import { takeEarlyDocument } from './opening/early-document.ts';

const placeOf = ({ customerId }: DocumentApi): number | 'provider' => customerId ?? 'provider';

export const documentsQuery = (api: DocumentApi) =>
  namedQuery(api.kind, [placeOf(api), 'list'], (signal) => api.list(signal));

const readQuery = (api: DocumentApi, id: number) =>
  namedQuery(api.kind, [placeOf(api), 'one', id], (signal) => api.read(id, signal));

/** `onOpen` gets a document that is read for the first time, before it is drawn. */
export const documentQuery = (api: DocumentApi, id: number, onOpen?: (entry: DocumentEntry) => void) => ({
  ...readQuery(api, id),
  queryFn: async ({ client, queryKey, signal }: QueryFunctionContext) => {
    const early = takeEarlyDocument({ ...api, id });
    if (early !== undefined) return early;
    const entry = await api.read(id, signal);
    if (client.getQueryData(queryKey) === undefined) onOpen?.(entry);
    return entry;
  },
  // An open document changes only when it is read again: its reader may be editing it.
  staleTime: Infinity,
});

/** Returns the function that caches a document which the server returned, and refreshes the library. */
export function useDocumentCache(api: DocumentApi): (entry: DocumentEntry) => void {
  const cache = useQueryCache();
  return (entry) => {
    cache.write(readQuery(api, entry.id), entry);
    void cache.refresh(documentsQuery(api).queryKey);
  };
}
