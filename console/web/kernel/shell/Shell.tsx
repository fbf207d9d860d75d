import { Suspense, useLayoutEffect, useState, type MouseEvent } from 'react';
import { Link, Outlet } from '@tanstack/react-router';
import { IconMenu2 } from '@tabler/icons-react';
import { useCustomerTitle } from '#web/lib/document-title.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useStore } from '#web/lib/store.ts';
import { readOwned, writeOwned } from '#web/lib/stored.ts';
import { FIRST_LOAD_MS, useDelayed } from '#web/lib/use-delayed.ts';
import { useMenuFits } from '#web/lib/use-wide.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Breadcrumb } from '#web/ui/layout/Breadcrumb.tsx';
import { Logo } from '#web/ui/layout/Logo.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { AnnouncementView } from '../announcement/AnnouncementView.tsx';
import { liveState } from '../socket/connection.ts';
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
import { menuId, SideNavigation } from './SideNavigation.tsx';
import { useLive } from './use-live.ts';
import { usePreloading } from './use-preloading.ts';
import { useShellContext } from './use-shell-context.ts';
import { useShortcut } from '#web/lib/use-shortcut.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import './shell.css';

const ShortcutList = lazyOverlay(() => import('./ShortcutList.tsx'), 'ShortcutList');

/** `?` lists the keys of the console. */
function Shortcuts() {
  const [open, setOpen] = useState(false);
  useShortcut({ key: '?' }, () => setOpen(true));
  return (
    open && (
      <Suspense>
        <ShortcutList onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}

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

/** Replaces a page that is not installed or that the user cannot (or can no longer) access. */
function ClosedPage({ closed: { is, entry } }: { readonly closed: ClosedPageReason }) {
  return is === 'missing' ? (
    <NotFoundPage />
  ) : (
    <RefusedPage of={entry} isForeign={is === 'of another customer'} />
  );
}

/** By itself: an address of the fragment alone would be below the base of the document, which is another page. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
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
  // What it warns of is minutes away; a page needs none of it at first.
  const isLoaded = useDelayed(true, FIRST_LOAD_MS);
  const fold = (next: boolean) => {
    setNarrow(next);
    writeOwned('menu', next ? 'narrow' : 'wide');
  };
  return (
    <div className="tt-shell" data-narrow={narrow}>
      <a href="#content" className="tt-skip" onClick={skipToContent}>
        {text('skip')}
      </a>
      <Header />
      <SideNavigation narrow={narrow} onNarrow={fold} />
      <main id="content" className="tt-main" tabIndex={-1}>
        <AnnouncementView />
        {isLoaded && (
          <Suspense fallback={null}>
            <SessionBanners />
          </Suspense>
        )}
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
