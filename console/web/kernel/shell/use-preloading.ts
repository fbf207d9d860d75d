import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';
import type { Session } from '#schemas/account/routes.ts';
import { preloading } from '#schemas/limit/console.ts';
import { visibleMenu } from '#schemas/menu/visible.ts';
import { useSession } from '../session/session.ts';
import { preloadPages, type PreloadNeeds } from './preload-pages.ts';

const wait: PreloadNeeds['wait'] = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Safari has no idle callbacks: it preloads at the interval. */
const idle: PreloadNeeds['idle'] = () =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') return resolve(preloading.minIdleMs);
    requestIdleCallback((deadline) => resolve(deadline.timeRemaining()));
  });

/** Names of elements are links to it on nearly every page. */
const ELEMENT_PAGE = '/inventory/$kind/$element';

const pagesOf = (session: Session): readonly string[] => {
  const permissions = new Set(session.permissions);
  const pages = session.scopes
    .flatMap((scope) => visibleMenu({ ...session, scope, permissions }))
    .map(({ route }) => route);
  return permissions.has('NETWORK.read') ? [ELEMENT_PAGE, ...pages] : pages;
};

/** Loads the code of the page of elements and of the pages in the user's menu in the background, once their permissions are known. */
export function usePreloading(): void {
  const router = useRouter();
  // A text: the session is a new object after each request that prolongs it.
  const pages = pagesOf(useSession()).join(' ');
  useEffect(() => {
    const leaving = new AbortController();
    const load = async (path: string): Promise<void> => {
      const route = Object.values(router.routesById).find(({ fullPath }) => fullPath === path);
      if (route !== undefined) await router.loadRouteChunk(route);
    };
    void preloadPages(pages.split(' '), { idle, wait, load }, leaving.signal);
    return () => leaving.abort();
  }, [router, pages]);
}
