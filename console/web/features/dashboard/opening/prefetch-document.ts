import type { Session } from '#schemas/account/routes.ts';
import { requestsOf } from '#schemas/dashboard/document-requests.ts';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import { can } from '#schemas/permission/grants.ts';
import { now } from '#web/lib/clock.ts';
import { choiceIn, contextAt } from '../data/chosen-context.ts';
import type { DocumentSearch } from '../document-search.ts';
import { cellBoxes, layoutIn } from '../view/grid-places.ts';
import { prefetchData } from './prefetched-data.ts';
import type { DocumentOfCustomer } from './early-document.ts';

/**
 * Dashlets that begin above the lower end of the window if nothing stands above the first one. What does stand there is not higher than the
 * margin within which data is requested ahead: none is requested that the page would not request.
 */
function firstDashlets({ document: { grid, dashlets } }: DocumentEntry): ReadonlySet<string> {
  const boxes = cellBoxes(layoutIn(dashlets, innerWidth), grid, innerWidth);
  return new Set([...boxes].filter(([, { top }]) => top < innerHeight).map(([id]) => id));
}

interface Opened {
  readonly of: DocumentOfCustomer;
  /** Of the address. */
  readonly search: Pick<DocumentSearch, 'period' | 'selection'>;
}

/** Requests the values that a document shows first, before it is drawn. */
export function prefetchDocument({ of, search }: Opened, entry: DocumentEntry, session: Session): void {
  const { customerId, kind, id } = of;
  const zone = session.customers.find((customer) => customer.id === customerId)?.timeZone;
  const context = contextAt(choiceIn(entry.document, search, zone), Math.floor(now() / 1_000));
  const first = firstDashlets(entry);
  const requests = requestsOf(entry.document, context).flatMap((requested) =>
    'request' in requested && first.has(requested.dashlet) ? requested.request : [],
  );
  if (requests.length === 0) return;
  const seesDashboards = can(new Set(session.permissions), 'DASHBOARD.read');
  prefetchData({ customerId, document: seesDashboards ? undefined : { kind, id } }, requests);
}
