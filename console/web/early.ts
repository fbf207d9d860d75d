import { hasDisplayToken } from './kernel/api/display-token.ts';
import { prefetch } from './kernel/api/early-response.ts';
import { wasSignedIn } from './kernel/session/signed-in-mark.ts';
import { basePath } from './lib/base-path.ts';
import { SESSION_PATH, documentPath, loadOpening, openedBy } from './routes/early-page.ts';

/** The console without its pages. */
export const loadConsole = () => import('./routes/Console.tsx');
const loadDocuments = () => import('./features/dashboard/DashboardPage.tsx');

/** Pages that are opened most by their address. */
const pages: Readonly<Record<string, () => Promise<unknown>>> = {
  '/dashboard': loadDocuments,
  '/home': loadDocuments,
  '/alert': () => import('./features/alerting/AlertPage.tsx'),
  '/cc/alert': () => import('./features/alerting/customers/CustomerAlertPage.tsx'),
};

/**
 * Requests the session and the document of the address, and for the code of its page, if this browser was signed in: the calls for them,
 * and the imports, find them on their way. A wall has a display token in its fragment, and no session.
 */
function prefetchPage(): void {
  const base = basePath();
  const path = location.pathname.slice(base.length);
  const loadPage = pages[path];
  if (loadPage === undefined || hasDisplayToken(location.hash) || !wasSignedIn()) return;
  prefetch(`${base}${SESSION_PATH}`);
  const opened = openedBy(path, location.search);
  if (opened !== undefined) prefetch(`${base}${documentPath(opened)}`);
  const loads = [loadConsole, loadPage, ...(opened === undefined ? [] : [loadOpening])];
  // What fails is requested again by the page.
  for (const load of loads) load().catch(() => undefined);
}

// Runs while the console, a hundred times as large, is being read (`vite.config.ts`).
prefetchPage();
