import { askEarly } from '#web/kernel/api/early-response.ts';

const loadDocuments = () => import('#web/features/dashboard/DashboardPage.tsx');

/** Pages that are opened most by their address. */
const pages: Readonly<Record<string, () => Promise<unknown>>> = {
  '/dashboard': loadDocuments,
  '/home': loadDocuments,
  '/alert': () => import('#web/features/alerting/AlertPage.tsx'),
  '/cc/alert': () => import('#web/features/alerting/customers/CustomerAlertPage.tsx'),
};

/** Path of the document that an address opens, below the base path (`customerDocuments`, whose contracts have not loaded yet). */
export function documentPathIn(path: string, search: string): string | undefined {
  if (path !== '/dashboard' && path !== '/home') return undefined;
  const given = new URLSearchParams(search);
  const [customer, id] = [given.get('customer') ?? '', given.get('open') ?? ''];
  const isWhole = [customer, id].every((text) => /^[1-9]\d*$/.test(text));
  return isWhole ? `/api/v1/customers/${customer}${path}/${id}` : undefined;
}

/** Asks for the code of a page, and for the document that it shows, while the console and the session load. */
export function openEarly(base: string, { pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const path = pathname.slice(base.length);
  // What fails is asked for again by the page.
  pages[path]?.().catch(() => undefined);
  const document = documentPathIn(path, search);
  if (document !== undefined) askEarly(`${base}${document}`);
}
