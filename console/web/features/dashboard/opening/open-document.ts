import type { Session } from '#schemas/account/routes.ts';
import { requestsOf } from '#schemas/dashboard/document-requests.ts';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import { can } from '#schemas/permission/grants.ts';
import { now } from '#web/lib/clock.ts';
import { parseSearch } from '#web/lib/search-params.ts';
import { documentApi } from '../document-api.ts';
import { loadDashletViews } from '../dashlets/dashlet-views.ts';
import { choiceIn, contextAt } from '../data/chosen-context.ts';
import { cellBoxes, layoutIn } from '../view/grid-places.ts';
import { askEarlyData } from './early-answers.ts';
import { keepEarlyDocument } from './early-document.ts';
import type { DocumentOfCustomer } from './early-document.ts';

/**
 * Dashlets that begin above the lower end of the window if nothing stands above the first one. What does stand there is not higher than the
 * margin within which data is asked for ahead: none is asked for that the page would not ask for.
 */
function firstDashlets({ document: { grid, dashlets } }: DocumentEntry): ReadonlySet<string> {
  const boxes = cellBoxes(layoutIn(dashlets, innerWidth), grid, innerWidth);
  return new Set([...boxes].filter(([, { top }]) => top < innerHeight).map(([id]) => id));
}

interface Opened {
  readonly of: DocumentOfCustomer;
  /** Of the address. */
  readonly search: Readonly<Record<string, string>>;
}

function askFirst({ of, search }: Opened, entry: DocumentEntry, session: Session): void {
  const { customerId, kind, id } = of;
  const zone = session.customers.find((customer) => customer.id === customerId)?.timeZone;
  const context = contextAt(choiceIn(entry.document, search, zone), Math.floor(now() / 1_000));
  const first = firstDashlets(entry);
  const requests = requestsOf(entry.document, context).flatMap((asked) =>
    'request' in asked && first.has(asked.dashlet) ? asked.request : [],
  );
  if (requests.length === 0) return;
  const seesDashboards = can(new Set(session.permissions), 'DASHBOARD.read');
  askEarlyData({ customerId, document: seesDashboards ? undefined : { kind, id } }, requests);
}

/** Reads the document of an address and asks for the values that it shows first, while the console is being drawn. */
export async function openDocument(
  of: DocumentOfCustomer,
  address: Pick<Location, 'search'>,
  session: Promise<Session>,
): Promise<void> {
  const reading = documentApi(of.kind, of.customerId).read(of.id);
  keepEarlyDocument(of, reading);
  const { edit, ...search } = parseSearch(address.search);
  const entry = await reading;
  loadDashletViews(entry.document.dashlets);
  // The editor asks for its draft.
  if (edit !== 'true') askFirst({ of, search }, entry, await session);
}
