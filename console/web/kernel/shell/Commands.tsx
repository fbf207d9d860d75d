import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { IconBellOff, IconBuilding, IconLanguage, IconLogout, IconMoon, IconPlus } from '@tabler/icons-react';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { CommandPalette, type Command } from '#web/ui/command-palette/CommandPalette.tsx';
import { useDisabledReason, usePermission } from '../permission/use-permission.ts';
import { nameOfLanguage } from '../preferences/own-texts.ts';
import { choosableLanguages, chooseLanguage, chooseTheme } from '../preferences/preferences.ts';
import { useKernelTexts } from '../text/en.ts';
import { useSignOut } from './HeaderMenus.tsx';
import { changesTheme, themeChoices } from './PreferenceMenus.tsx';
import { menuIcon } from './menu-icons.tsx';
import { useHits } from './use-hits.tsx';
import { usePaletteTexts } from './texts/en.ts';
import { useShellContext } from './use-shell-context.ts';

/** Pages and actions without an entry in the menu, for the chosen customer. */
function useSilenceCommands(): readonly Command[] {
  const text = useKernelTexts();
  const ofPalette = usePaletteTexts();
  const navigate = useNavigate();
  const maySilence = usePermission('ALERT.write');
  const { session, menuOf, customer } = useShellContext();
  const opened = customer ?? (session.customers.length === 1 ? session.customers[0] : undefined);
  if (opened === undefined || !menuOf('customer').some(({ route }) => route === '/alert')) return [];
  const { id, name } = opened;
  const list: Command = {
    id: 'silences',
    group: text('pages'),
    label: ofPalette('silences'),
    hint: name,
    icon: <IconBellOff size={16} />,
    run: () => void navigate({ to: '/alert/silence', search: { customer: id } }),
  };
  const create: Command = {
    ...list,
    id: 'new-silence',
    group: ofPalette('actions'),
    label: ofPalette('newSilence'),
    icon: <IconPlus size={16} />,
    run: () => void navigate({ to: '/alert/silence', search: { customer: id, new: true } }),
  };
  return maySilence && !session.readOnly ? [list, create] : [list];
}

function useCommands(): readonly Command[] {
  const text = useKernelTexts();
  const ofPalette = usePaletteTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const leave = useSignOut();
  const mayChangeTheme = useDisabledReason(changesTheme) === undefined;
  const { session, menuOf } = useShellContext();
  const ofSilences = useSilenceCommands();
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
  const seesInventory = menuOf('customer').some(({ route }) => route === '/inventory');
  const alarmsOf = (customer: number): void => void navigate({ to: '/alert', search: { customer } });
  const pageOf = (customer: number): void =>
    void navigate({
      to: '/inventory/$kind/$element',
      params: { kind: 'customer', element: String(customer) },
      search: { customer },
    });
  const customers = session.customers.map(({ id, name, clientId }): Command => ({
    id: `customer-${String(id)}`,
    group: text('customers'),
    label: name,
    hint: clientId,
    icon: <IconBuilding size={16} />,
    run: () => (seesInventory ? pageOf(id) : alarmsOf(id)),
    ...(seesInventory && { other: { label: ofPalette('itsAlarms'), run: () => alarmsOf(id) } }),
  }));
  const settings = [
    ...(mayChangeTheme ? themeChoices : []).map((theme): Command => ({
      id: theme,
      group: text('settings'),
      label: labelled(text('theme'), text(theme), language),
      icon: <IconMoon size={16} />,
      run: () => void chooseTheme(theme, true),
    })),
    ...choosableLanguages().map((each): Command => ({
      id: each,
      group: text('settings'),
      label: nameOfLanguage(each),
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
  return [...pages, ...ofSilences, ...customers, ...settings];
}

/** Navigation, actions and the network by typing. */
export function Commands({ onClose }: { readonly onClose: () => void }) {
  const [query, setQuery] = useState('');
  const { session, scope, customer, menuOf } = useShellContext();
  const routes = new Set(session.scopes.flatMap((each) => menuOf(each).map(({ route }) => route)));
  const found = useHits(query, { routes, scope, customer: customer?.id });
  return <CommandPalette open onClose={onClose} commands={useCommands()} onQuery={setQuery} {...found} />;
}
