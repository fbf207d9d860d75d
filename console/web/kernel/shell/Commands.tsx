import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { IconBuilding, IconLanguage, IconLogout, IconMoon } from '@tabler/icons-react';
import { labelled } from '#web/lib/labelled.ts';
import { languages, useLanguage } from '#web/lib/text.ts';
import { CommandPalette, type Command } from '#web/ui/command-palette/CommandPalette.tsx';
import { useDisabledReason } from '../permission/use-permission.ts';
import { chooseLanguage, chooseTheme } from '../preferences/preferences.ts';
import { useKernelTexts } from '../text/use-kernel-texts.ts';
import { useSignOut } from './HeaderMenus.tsx';
import { changesTheme, languageNames, themeChoices } from './PreferenceMenus.tsx';
import { menuIcon } from './menu-icons.tsx';
import { useHits } from './use-hits.tsx';
import { useShellContext } from './use-shell-context.ts';

function useCommands(): readonly Command[] {
  const text = useKernelTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const leave = useSignOut();
  const mayChangeTheme = useDisabledReason(changesTheme) === undefined;
  const { session, menuOf } = useShellContext();
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
      label: labelled(text('theme'), text(theme), language),
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

/** Navigation, actions and the network by typing. */
export function Commands({ onClose }: { readonly onClose: () => void }) {
  const [query, setQuery] = useState('');
  const { session, scope, customer, menuOf } = useShellContext();
  const routes = new Set(session.scopes.flatMap((each) => menuOf(each).map(({ route }) => route)));
  const found = useHits(query, { routes, scope, customer: customer?.id });
  return <CommandPalette open onClose={onClose} commands={useCommands()} onQuery={setQuery} {...found} />;
}
