import type { MouseEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { menuGroups, type MenuEntry } from '#schemas/menu/entry.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useMenuFits } from '#web/lib/use-wide.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Tooltip } from '#web/ui/feedback/Tooltip.tsx';
import { useUnhandled } from '../alert/use-unhandled.ts';
import { useKernelTexts } from '../text/en.ts';
import { menuIcon } from './menu-icons.tsx';
import { ScopeSwitch } from './ScopeSwitch.tsx';
import { useShellContext } from './use-shell-context.ts';

interface Props {
  readonly narrow: boolean;
  readonly onNarrow: (narrow: boolean) => void;
}

/** Pages whose entries carry the number of unhandled alarms. */
const countsAlarms: ReadonlySet<string> = new Set(['/alert', '/cc/alert']);

/** Hidden from screen readers, which find the same number in the header. */
function Unhandled() {
  const language = useLanguage();
  const count = useUnhandled();
  if (count === undefined || count === 0) return null;
  return (
    <span className="tt-nav-count" aria-hidden="true">
      {formatNumber(count, language)}
    </span>
  );
}

function Entry({
  entry,
  narrow,
  customerId,
}: {
  readonly entry: MenuEntry;
  readonly narrow: boolean;
  readonly customerId: number | undefined;
}) {
  const language = useLanguage();
  const link = (
    <Link
      to={entry.route as '/alert'}
      search={customerId === undefined ? {} : { customer: customerId }}
      className="tt-nav-link"
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ includeSearch: false }}
    >
      {menuIcon(entry.module)}
      <span className={narrow ? 'tt-hidden' : 'tt-nav-word'}>{entry[language]}</span>
      {countsAlarms.has(entry.route) && <Unhandled />}
    </Link>
  );
  return narrow ? (
    <Tooltip label={entry[language]} position="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

/** Id of the menu where it opens over the page. */
export const menuId = 'menu';

function Entries({ narrow }: { readonly narrow: boolean }) {
  const language = useLanguage();
  const { menu, customer } = useShellContext();
  return (
    <ul>
      {menu.map((entry, index) => {
        const opensGroup = entry.group !== undefined && entry.group !== menu[index - 1]?.group;
        return (
          <li key={entry.id}>
            {opensGroup && !narrow && entry.group !== undefined && (
              <div className="tt-nav-group">{menuGroups[entry.group][language]}</div>
            )}
            <Entry entry={entry} narrow={narrow} customerId={customer?.id} />
          </li>
        );
      })}
    </ul>
  );
}

/** A link of the menu has been followed: the page is what counts now. */
function closeMenu({ currentTarget, target }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('a') !== null) currentTarget.hidePopover();
}

/** Menu of the scope, filtered by permission and module flag, in the order of the specification. */
export function SideNavigation({ narrow, onNarrow }: Props) {
  const text = useKernelTexts();
  if (!useMenuFits())
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the links are what is clicked, by key as well
      <nav id={menuId} className="tt-nav" popover="auto" aria-label={text('mainMenu')} onClick={closeMenu}>
        <div>
          <ScopeSwitch />
          <Entries narrow={false} />
        </div>
      </nav>
    );
  return (
    <nav className="tt-nav" aria-label={text('mainMenu')}>
      <Entries narrow={narrow} />
      <div className="tt-nav-fold">
        <IconButton
          label={text(narrow ? 'unfoldMenu' : 'foldMenu')}
          icon={
            narrow ? <IconLayoutSidebarLeftExpand size={16} /> : <IconLayoutSidebarLeftCollapse size={16} />
          }
          aria-expanded={!narrow}
          onClick={() => onNarrow(!narrow)}
        />
      </div>
    </nav>
  );
}
