import type { Session } from '#schemas/account/routes.ts';
import { isUntaken } from '#web/kernel/api/early-response.ts';

export const loadOpening = () => import('#web/features/dashboard/opening/open-document.ts');

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
  const isComplete = [customer, id].every((text) => /^[1-9]\d*$/.test(text));
  if (!isComplete) return undefined;
  return { kind: path === '/home' ? 'home' : 'dashboard', customerId: Number(customer), id: Number(id) };
}

/** Path of the session below the base path (`readSession`, whose contract has not loaded yet). */
export const SESSION_PATH = '/api/v1/session';

/** Path of a document below the base path (`customerDocuments`, as above). */
export const documentPath = ({ kind, customerId, id }: Opened): string =>
  `/api/v1/customers/${String(customerId)}/${kind}/${String(id)}`;

/** Reads the document of an address and requests its first values, while the console is being drawn. */
export function openEarly(
  base: string,
  address: Pick<Location, 'pathname' | 'search'>,
  session: Promise<Session>,
): void {
  const opened = openedBy(address.pathname.slice(base.length), address.search);
  if (opened === undefined) return;
  const url = `${base}${documentPath(opened)}`;
  loadOpening()
    .then(async ({ openDocument }) => {
      // Otherwise the page is there before this code: it requests document and values itself.
      if (isUntaken(url)) await openDocument(opened, address, session);
    })
    .catch(() => undefined);
}
