import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRoute,
  createRouter,
  RouterProvider,
  type AnyRoute,
  Outlet,
} from '@tanstack/react-router';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { readSession, type Session } from '#schemas/account/routes.ts';
import { totalCounts } from '#schemas/alerting/counts.ts';
import { readCustomerAlerts } from '#schemas/alerting/routes.ts';
import { readCurrentHome } from '#schemas/dashboard/home-routes.ts';
import { listKpiDescriptions } from '#schemas/kpi/description.ts';
import { API } from '#schemas/route.ts';
import { readLivewireOffer } from '#schemas/settings/livewire/open-routes.ts';
import { readLicenseWarnings } from '#schemas/settings/license/warning-routes.ts';
import { readCurrentAnnouncement } from '#schemas/settings/announcement/announcement.ts';
import { listMailHealth } from '#schemas/settings/mail/routes.ts';
import { listTrapHealth } from '#schemas/settings/snmp/routes.ts';
import { listWebhookHealth } from '#schemas/settings/webhook/routes.ts';
import { takeDisplayToken } from '#web/kernel/api/display-token.ts';
import { FreshQueries } from '#web/kernel/api/fresh-queries.ts';
import { Shell } from '#web/kernel/shell/Shell.tsx';
import { closeConnection } from '#web/kernel/socket/connection.ts';
import { setDates } from '#web/lib/dates.ts';
import { setLanguage, type Language } from '#web/lib/text.ts';
import { showTheme, type Theme } from '#web/lib/theme.ts';
import { root } from '#web/routes/root.ts';
import { routerOptions } from '#web/routes/router-options.ts';
import type { makeRouter } from '#web/routes/router.ts';
import { shell } from '#web/routes/shell.ts';
import { watchPageSession } from '#web/routes/watch-page-session.ts';
import { Toasts } from '#web/ui/feedback/Toasts.tsx';
import { toasts } from '#web/ui/feedback/toast-store.ts';
import { MantineTheme } from '#web/ui/layout/MantineTheme.tsx';
import { aSession } from './a-session.ts';
import { installLiveSocket, liveServer } from './live-socket.ts';
import { Replies, reply, type Reply } from './replies.ts';
import { useLive } from '#web/kernel/shell/use-live.ts';
import '#web/kernel/shell/shell.css';
import '#web/styles/tokens.css';
import '#web/styles/mantine.css';
import '#web/styles/base.css';

/** The place of a page in the console, with the live connection, and without what header and menu show. */
function PageFrame() {
  useLive();
  return (
    <div className="tt-shell" data-narrow={false}>
      <header className="tt-header" />
      <div className="tt-nav" />
      <main id="content" className="tt-main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

export interface RenderOptions {
  readonly session?: Session;
  readonly replies?: readonly Reply[];
  readonly theme?: Theme;
  readonly language?: Language;
  /** Pixels; 1440 unless given. */
  readonly width?: number;
}

export interface RenderedPage {
  /** Replies that replace earlier ones, and the calls received. */
  readonly server: Replies;
  /** Path of the current address. */
  readonly path: () => string;
  /** Query of the current address. */
  readonly search: () => URLSearchParams;
  /** How often the page made the browser load it again. */
  readonly reloads: () => number;
}

const nativeFetch = globalThis.fetch.bind(globalThis);
let server = new Replies([]);
let close: () => void = () => undefined;
let reloads = 0;
const complaints: string[] = [];

installLiveSocket();
globalThis.fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  return url.pathname.startsWith(API) ? await server.fetch(url, init) : await nativeFetch(input, init);
};
/**
 * React expects every update inside `act`; here updates come as in a browser, and tests wait for them. A resize observer that
 * continues in the next frame is reported by browsers, and is none of ours.
 */
const harmless = ['not wrapped in act', 'ResizeObserver loop completed'];

vi.spyOn(console, 'error').mockImplementation((...values: unknown[]) => {
  const message = values.map(String).join(' ');
  if (!harmless.some((part) => message.includes(part))) complaints.push(message);
});

/** Removes the page. Returns its calls without a reply, and what the browser complained about. */
export function closePage(): readonly string[] {
  close();
  close = () => undefined;
  closeConnection();
  liveServer.restore();
  liveServer.setTimes(null);
  toasts.set([]);
  localStorage.clear();
  const unexpected = server.unexpected.splice(0).map((call) => `no reply to ${call}`);
  return [...unexpected, ...complaints.splice(0)];
}

/** Calls of the shell. */
const ofShell = (session: Session): readonly Reply[] => [
  reply(readSession, session),
  reply(readLivewireOffer, { offered: false }),
  reply(readCurrentAnnouncement, { announcement: null }),
  reply(readCustomerAlerts, totalCounts([])),
  reply(listKpiDescriptions, { kpis: [] }),
  reply(listWebhookHealth, { targets: [] }),
  reply(listTrapHealth, { targets: [] }),
  reply(listMailHealth, { targets: [] }),
  reply(readLicenseWarnings, { warnings: [] }),
  reply(readCurrentHome, { home: null, own: null, ofCustomer: null }),
];

type RouterOf = (queries: FreshQueries) => ReturnType<typeof makeRouter>;

/** Renders the page of an address with the routes of a router, with replies in place of a server. */
export async function renderWith(
  routerOf: RouterOf,
  address: string,
  options: RenderOptions,
): Promise<RenderedPage> {
  const { session = aSession(), replies = [], theme = 'dark', language = 'en', width = 1_440 } = options;
  server = new Replies([...ofShell(session), ...replies]);
  showTheme(theme);
  setLanguage(language);
  setDates(undefined);
  await page.viewport(width, 900);
  const queries = new FreshQueries({
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: { networkMode: 'always', refetchOnWindowFocus: false, retry: false },
    },
  });
  const router = routerOf(queries);
  reloads = 0;
  takeDisplayToken(new URL(address, location.href).hash);
  watchPageSession(queries, router, () => void (reloads += 1));
  router.update({ history: createMemoryHistory({ initialEntries: [address] }) } as never);
  const container = document.createElement('div');
  container.id = 'root';
  document.body.append(container);
  const rendered = await render(
    <QueryClientProvider client={queries}>
      <MantineTheme>
        <RouterProvider router={router} />
      </MantineTheme>
      <Toasts />
    </QueryClientProvider>,
    { container },
  );
  close = () => {
    void rendered.unmount();
    container.remove();
    queries.clear();
  };
  return {
    server,
    path: () => router.state.location.pathname,
    search: () => new URLSearchParams(router.state.location.searchStr),
    reloads: () => reloads,
  };
}

/** Every other address: nothing is there, and nothing is loaded for it. */
const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null });

const isOfShell = (route: AnyRoute): boolean => route.options.getParentRoute() === shell;

/** Draws pages of the given routes. The tree is made for each page, since routes know the tree that they are in. */
const rendererOf =
  (routes: readonly AnyRoute[], component: () => ReactNode) =>
  (address: string, options: RenderOptions = {}): Promise<RenderedPage> =>
    renderWith(
      (queries) => {
        shell.update({ component });
        const inShell = shell.addChildren(routes.filter(isOfShell));
        const outside = routes.filter((route) => !isOfShell(route));
        const routeTree = root.addChildren([elsewhere, inShell, ...outside]);
        return createRouter({ ...routerOptions(queries), routeTree }) as never;
      },
      address,
      options,
    );

/** Renders pages of some routes alone: header and menu are empty, and other addresses an empty page. */
export const pageRenderer = (...routes: readonly AnyRoute[]) => rendererOf(routes, PageFrame);

/** The same with header and menu, for what a page and these do together. */
export const shellRenderer = (...routes: readonly AnyRoute[]) => rendererOf(routes, Shell);

/** Faults against WCAG 2.2 A and AA, each with the element it concerns. */
export async function axeFaults(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
    // No rule of these sets reads style sheets: fetching them takes a third of the time.
    preload: false,
  });
  return violations.flatMap(({ id, nodes }) =>
    // A tooltip is drawn over the page: it is in no landmark.
    nodes
      .filter(({ target }) => id !== 'region' || String(target[0]) !== '.tt-tooltip')
      .map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  );
}
