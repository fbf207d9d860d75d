import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Link, Outlet } from '@tanstack/react-router';
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { IconMenu2 } from '@tabler/icons-react';
import { readAlerts, readCustomerAlerts } from '#schemas/alerting/routes.ts';
import { readCurrentAnnouncement } from '#schemas/settings/announcement/announcement.ts';
import { useCustomerTitle } from '#web/lib/document-title.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useStore } from '#web/lib/store.ts';
import { readOwned, writeOwned } from '#web/lib/stored.ts';
import { useMenuFits } from '#web/lib/use-wide.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Breadcrumb } from '#web/ui/layout/Breadcrumb.tsx';
import { Logo } from '#web/ui/layout/Logo.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { AnnouncementView } from '../announcement/AnnouncementView.tsx';
import { dropReplies } from '../api/reply-cache.ts';
import { reportEnded } from '../api/signed-out.ts';
import { kpiTouches } from '../kpi/kpi-touches.ts';
import { refreshQueries } from '../query/use-refresh.ts';
import { resourceTouches } from '../resource/resource-touches.ts';
import { rightsIn, sessionQuery } from '../session/session.ts';
import { liveState, openConnection } from '../socket/connection.ts';
import { useKernelTexts } from '../text/en.ts';
import { useDisabledReason, usePermission } from '../permission/use-permission.ts';
import { AlarmCounters } from './AlarmCounters.tsx';
import { CustomerPicker } from './CustomerPicker.tsx';
import { UserMenu } from './HeaderMenus.tsx';
import { NotFoundPage, RefusedPage } from './MessagePage.tsx';
import type { ClosedPageReason } from './page-of.ts';
import { changesTheme, LanguageMenu, ThemeMenu } from './PreferenceMenus.tsx';
import { ScopeSwitch } from './ScopeSwitch.tsx';
import { SearchCommands } from './SearchCommands.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { menuId, SideNavigation } from './SideNavigation.tsx';
import { usePreloading } from './use-preloading.ts';
import { useShellContext } from './use-shell-context.ts';
import './shell.css';

const SessionBanners = lazyPart(() => import('../session/SessionBanners.tsx'), 'SessionBanners');

/** Loaded only for users who may read the license. */
const LicenseWarnings = lazyPart(() => import('../license/LicenseWarnings.tsx'), 'LicenseWarnings');

function Header() {
  const text = useKernelTexts();
  const language = useLanguage();
  const { scope, entry } = useShellContext();
  const menuFits = useMenuFits();
  return (
    <header className="tt-header">
      {!menuFits && (
        <IconButton label={text('mainMenu')} icon={<IconMenu2 size={18} />} popoverTarget={menuId} />
      )}
      <Link to="/" className="tt-brand" aria-label={text('product')}>
        <Logo size={22} />
      </Link>
      {menuFits && <ScopeSwitch />}
      {!menuFits && scope !== 'customer' && (
        <strong className="tt-scope-name">{text(`scope-${scope}`)}</strong>
      )}
      {scope === 'customer' && <CustomerPicker />}
      {entry !== undefined && <Breadcrumb names={[entry[language]]} />}
      <div className="tt-header-end">
        <SearchCommands />
        <Shortcuts />
        <AlarmCounters />
        <span className="tt-header-line" aria-hidden="true" />
        <LanguageMenu signedIn />
        <ThemeMenu signedIn disabledReason={useDisabledReason(changesTheme)} />
        <UserMenu />
      </div>
    </header>
  );
}

/** Refetches what the screen shows and drops the rest. The caller reads the session. */
async function refetchShown(queries: QueryClient, isMeant: (query: Query) => boolean): Promise<void> {
  const [session] = sessionQuery.queryKey;
  const predicate = (query: Query): boolean => query.queryKey[0] !== session && isMeant(query);
  queries.removeQueries({ type: 'inactive', predicate });
  await queries.invalidateQueries({ predicate });
}

/** Reads the session again, then everything on the screen. */
async function takeNewRights(queries: QueryClient): Promise<void> {
  dropReplies();
  await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  await refetchShown(queries, () => true);
}

/** Alarms and counts have stream positions: they resync by themselves. */
const hasPosition = ({ queryKey: [path] }: Query): boolean =>
  path === readAlerts.path || path === readCustomerAlerts.path;

/**
 * Catches up after connecting: permissions that changed between reading the session and connecting, and after a gap everything on
 * the screen.
 */
async function catchUp(queries: QueryClient, again: boolean): Promise<void> {
  const { queryKey } = sessionQuery;
  const known = rightsIn(queries.getQueryData(queryKey));
  await queries.invalidateQueries({ queryKey });
  if (rightsIn(queries.getQueryData(queryKey)) !== known) return await refetchShown(queries, () => true);
  if (again) await refetchShown(queries, (query) => !hasPosition(query));
}

/** Live connection while a user is signed in. */
function useLive(): void {
  const queries = useQueryClient();
  useEffect(() => {
    void openConnection({
      connected: (again) => void catchUp(queries, again),
      rights: () => void takeNewRights(queries),
      ended: reportEnded,
      kpis: () => void refreshQueries(queries, kpiTouches),
      announcement: () => void refreshQueries(queries, [readCurrentAnnouncement]),
      resource: ({ kind }) => void refreshQueries(queries, resourceTouches(kind)),
    });
  }, [queries]);
}

/** Replaces a page that is not installed or that the user cannot (or can no longer) access. */
function ClosedPage({ closed: { is, entry } }: { readonly closed: ClosedPageReason }) {
  return is === 'missing' ? (
    <NotFoundPage />
  ) : (
    <RefusedPage of={entry} isForeign={is === 'of another customer'} />
  );
}

/** Header, menu and the page. */
export function Shell() {
  const text = useKernelTexts();
  const { scope, session, customer, closed } = useShellContext();
  const [narrow, setNarrow] = useState(() => readOwned('menu') === 'narrow');
  const ui = useUiTexts();
  const live = useStore(liveState);
  const mayReadLicense = usePermission('SETTINGS.LICENSE.read') && session.everyCustomer;
  const readsLicense = mayReadLicense && session.modules.includes('settings');
  useLive();
  usePreloading();
  useLayoutEffect(() => {
    document.documentElement.dataset['scope'] = scope;
  }, [scope]);
  useCustomerTitle(customer?.name);
  const fold = (next: boolean) => {
    setNarrow(next);
    writeOwned('menu', next ? 'narrow' : 'wide');
  };
  return (
    <div className="tt-shell" data-narrow={narrow}>
      <a href="#content" className="tt-skip">
        {text('skip')}
      </a>
      <Header />
      <SideNavigation narrow={narrow} onNarrow={fold} />
      <main id="content" className="tt-main" tabIndex={-1}>
        <AnnouncementView />
        <Suspense fallback={null}>
          <SessionBanners />
        </Suspense>
        {readsLicense && (
          <Suspense fallback={null}>
            <LicenseWarnings />
          </Suspense>
        )}
        {live === 'offline' && <Banner tone="warning">{ui('offlineFor')}</Banner>}
        {session.readOnly && <Banner tone="info">{text('readOnlyBanner')}</Banner>}
        {closed === undefined ? <Outlet /> : <ClosedPage closed={closed} />}
      </main>
    </div>
  );
}
