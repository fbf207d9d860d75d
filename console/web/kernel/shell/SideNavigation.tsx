import { Link } from '@tanstack/react-router';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { menuGroups, type MenuEntry } from '#schemas/menu/entry.ts';
import { useLanguage } from '#web/lib/text.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Tooltip } from '#web/ui/feedback/Tooltip.tsx';
import { useKernelTexts } from '../text/use-kernel-texts.ts';
import { menuIcon } from './menu-icons.tsx';
import { useShellContext } from './use-shell-context.ts';

interface Props {
  readonly narrow: boolean;
  readonly onNarrow: (narrow: boolean) => void;
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

/** Menu of the scope, filtered by permission and module flag, in the order of the specification. */
export function SideNavigation({ narrow, onNarrow }: Props) {
  const text = useKernelTexts();
  const language = useLanguage();
  const { menu, customer } = useShellContext();
  return (
    <nav className="tt-nav" aria-label={text('mainMenu')}>
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
