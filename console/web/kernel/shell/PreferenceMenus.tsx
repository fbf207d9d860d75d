import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage, useLanguageTag } from '#web/lib/text.ts';
import type { ThemeChoice } from '#schemas/account/preferences.ts';
import { useTheme, useThemeChoice } from '#web/lib/theme.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { nameOfLanguage } from '../preferences/own-texts.ts';
import { choosableLanguages, chooseLanguage, chooseTheme } from '../preferences/preferences.ts';
import { useKernelTexts } from '../text/en.ts';
import './shell.css';

/** Changing the theme needs a permission. */
export const changesTheme = { needs: 'MISC.THEME.write', method: 'GET' } as const;

export function LanguageMenu({ signedIn }: { readonly signedIn: boolean }) {
  const text = useKernelTexts();
  const language = useLanguage();
  const tag = useLanguageTag();
  const items = choosableLanguages().map((each): MenuItem => ({
    is: 'action',
    label: nameOfLanguage(each),
    chosen: each === tag,
    run: () => void chooseLanguage(each, signedIn),
  }));
  const target = (
    <button type="button" className="tt-header-text">
      {tag.toUpperCase()}
      <span className="tt-hidden">{` ${labelled(text('language'), nameOfLanguage(tag), language)}`}</span>
    </button>
  );
  return <Menu width={160} items={items} target={target} />;
}

const themeIcons = {
  system: <IconDeviceDesktop size={16} />,
  dark: <IconMoon size={16} />,
  light: <IconSun size={16} />,
};
export const themeChoices: readonly ThemeChoice[] = ['system', 'dark', 'light'];

/** `disabledReason`: why the theme cannot be changed. */
export function ThemeMenu({
  signedIn,
  disabledReason,
}: {
  readonly signedIn: boolean;
  readonly disabledReason?: string | undefined;
}) {
  const text = useKernelTexts();
  const chosen = useThemeChoice();
  const theme = useTheme();
  const items = themeChoices.map((each): MenuItem => ({
    is: 'action',
    label: text(each),
    icon: themeIcons[each],
    chosen: each === chosen,
    run: () => void chooseTheme(each, signedIn),
  }));
  const button = (
    <IconButton label={text('theme')} icon={themeIcons[theme]} disabledReason={disabledReason} />
  );
  return disabledReason === undefined ? <Menu width={190} items={items} target={button} /> : button;
}
