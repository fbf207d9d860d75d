import type { Session } from '#schemas/account/routes.ts';
import { askEarly, isUntaken } from '#web/kernel/api/early-response.ts';

const loadDocuments = () => import('#web/features/dashboard/DashboardPage.tsx');
const loadOpening = () => import('#web/features/dashboard/opening/open-document.ts');

/** Pages that are opened most by their address. */
const pages: Readonly<Record<string, () => Promise<unknown>>> = {
  '/dashboard': loadDocuments,
  '/home': loadDocuments,
  '/alert': () => import('#web/features/alerting/AlertPage.tsx'),
  '/cc/alert': () => import('#web/features/alerting/customers/CustomerAlertPage.tsx'),
};

interface Opened {
  readonly kind: 'dashboard' | 'home';
  readonly customerId: number;
  readonly id: number;
}

/** The document that an address opens. */
export function openedBy(path: string, search: string): Opened | undefined {
  if (path !== '/dashboard' && path !== '/home') return undefined;
  const given = new URLSearchParams(search);
  const [customer, id] = [given.get('customer') ?? '', given.get('open') ?? ''];
  const isWhole = [customer, id].every((text) => /^[1-9]\d*$/.test(text));
  if (!isWhole) return undefined;
  return { kind: path === '/home' ? 'home' : 'dashboard', customerId: Number(customer), id: Number(id) };
}

/** Path of a document below the base path (`customerDocuments`, whose contracts have not loaded yet). */
export const documentPath = ({ kind, customerId, id }: Opened): string =>
  `/api/v1/customers/${String(customerId)}/${kind}/${String(id)}`;

/** Asks for the code of a page, and for the document that it shows with its first values, while the console and the session load. */
export function openEarly(base: string, address: Location, session: Promise<Session>): void {
  const path = address.pathname.slice(base.length);
  // What fails is asked for again by the page.
  pages[path]?.().catch(() => undefined);
  const opened = openedBy(path, address.search);
  if (opened === undefined) return;
  const url = `${base}${documentPath(opened)}`;
  askEarly(url);
  loadOpening()
    .then(async ({ openDocument }) => {
      // Otherwise the page is there before this code: it asks for document and values itself.
      if (isUntaken(url)) await openDocument(opened, address, session);
    })
    .catch(() => undefined);
}
