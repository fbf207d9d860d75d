import type { Session } from '#schemas/account/routes.ts';
import type { DocumentKind } from '#schemas/dashboard/routes.ts';
import { parseSearch } from '#web/lib/search-params.ts';
import { documentApi } from '../document-api.ts';
import { loadDashletViews } from '../dashlets/dashlet-views.ts';
import { prefetchDocument } from './prefetch-document.ts';
import { hasPrefetched } from './prefetched-data.ts';
import { keepEarlyDocument, type DocumentOfCustomer } from './early-document.ts';

/** Reads the document of an address and requests the values that it shows first, while the console is being drawn. */
export async function openDocument(
  of: DocumentOfCustomer & { readonly kind: DocumentKind },
  address: Pick<Location, 'search'>,
  session: Promise<Session>,
): Promise<void> {
  const reading = documentApi(of.kind, of.customerId).read(of.id);
  keepEarlyDocument(of, reading);
  const { edit, ...search } = parseSearch(address.search);
  const entry = await reading;
  loadDashletViews(entry.document.dashlets);
  const started = await session;
  // The editor requests its draft. A page that is already open has sent its requests.
  if (edit !== 'true' && !hasPrefetched()) prefetchDocument({ of, search }, entry, started);
}
