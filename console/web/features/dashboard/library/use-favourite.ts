import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { documentQuery, documentsQuery } from '../document-queries.ts';
import { useDocumentPlace } from '../document-page.ts';

/** Adds a document to the caller's favourites, or removes it. */
export function useFavourite(): (id: number, favourite: boolean) => void {
  const { api } = useDocumentPlace();
  const cache = useQueryCache();
  const { run } = useAction([]);
  return (id, favourite) =>
    run(() => api.markFavourite(id, favourite), {
      onDone() {
        cache.write(documentQuery(api, id), (entry) => entry && { ...entry, favourite });
        cache.write(documentsQuery(api), (documents) =>
          documents?.map((each) => (each.id === id ? { ...each, favourite } : each)),
        );
      },
    });
}
