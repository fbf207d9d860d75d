import { lazy, Suspense, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { IconBuilding, IconLanguage, IconLogout, IconMoon, IconSearch } from '@tabler/icons-react';
import { languages, useLanguage } from '#web/lib/text.ts';
import { useShortcut } from '#web/lib/use-shortcut.ts';
import type { Command } from '#web/ui/CommandPalette.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { useRefusal } from '../permission/use-permission.ts';
import { chooseLanguage, chooseTheme } from '../preferences/preferences.ts';
import { useKernelTexts } from '../text/use-kernel-texts.ts';
import { changesTheme, languageNames, themeChoices, useSignOut } from './HeaderMenus.tsx';
import { menuIcon } from './menu-icons.tsx';
import { usePlace } from './use-place.ts';

const CommandPalette = lazy(() =>
  import('#web/ui/CommandPalette.tsx').then(({ CommandPalette: component }) => ({ default: component })),
);

function useCommands(): readonly Command[] {
  const text = useKernelTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const leave = useSignOut();
  const mayChangeTheme = useRefusal(changesTheme) === undefined;
  const { session, menuOf } = usePlace();
  const pages = session.scopes.flatMap((scope) =>
    menuOf(scope).map((entry): Command => ({
      id: entry.id,
      group: text('pages'),
      label: entry[language],
      hint: text(`scope-${scope}`),
      icon: menuIcon(entry.module),
      run: () => void navigate({ to: entry.route as '/alert' }),
    })),
  );
  const customers = session.customers.map(({ id, name, clientId }): Command => ({
    id: `customer-${String(id)}`,
    group: text('customers'),
    label: name,
    hint: clientId,
    icon: <IconBuilding size={16} />,
    run: () => void navigate({ to: '/alert', search: { customer: id } }),
  }));
  const settings = [
    ...(mayChangeTheme ? themeChoices : []).map((theme): Command => ({
      id: theme,
      group: text('settings'),
      label: `${text('theme')}: ${text(theme)}`,
      icon: <IconMoon size={16} />,
      run: () => void chooseTheme(theme, true),
    })),
    ...languages.map((each): Command => ({
      id: each,
      group: text('settings'),
      label: languageNames[each],
      lang: each,
      icon: <IconLanguage size={16} />,
      run: () => void chooseLanguage(each, true),
    })),
    {
      id: 'sign-out',
      group: text('settings'),
      label: text('signOut'),
      icon: <IconLogout size={16} />,
      run: leave,
    },
  ];
  return [...pages, ...customers, ...settings];
}

/** The search button of the header and `Ctrl+K`. */
export function SearchCommands() {
  const text = useKernelTexts();
  const [open, setOpen] = useState(false);
  const commands = useCommands();
  useShortcut({ key: 'k', control: true }, () => setOpen(true));
  return (
    <>
      <button type="button" className="tt-search" aria-keyshortcuts="Control+K" onClick={() => setOpen(true)}>
        <IconSearch size={15} />
        <span>{text('search')}</span>
        <Kbd>Ctrl K</Kbd>
      </button>
      {open && (
        <Suspense>
          <CommandPalette open onClose={() => setOpen(false)} commands={commands} />
        </Suspense>
      )}
    </>
  );
}
