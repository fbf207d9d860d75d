import { createRoute } from '@tanstack/react-router';
import { settingsSearch } from '#web/features/settings/settings-search.ts';
import { signInRulesSearch } from '#web/features/settings/sign-in/sign-in-rules-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const settings = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/settings'),
  validateSearch: settingsSearch,
  component: lazyPage(() => import('#web/features/settings/SettingsPage.tsx'), 'SettingsPage'),
});

const signInRules = createRoute({
  getParentRoute: () => shell,
  path: '/mt/user/sign-in',
  validateSearch: signInRulesSearch,
  component: lazyPage(() => import('#web/features/settings/sign-in/SignInRulesPage.tsx'), 'SignInRulesPage'),
});

export const settingsRoutes = [settings, signInRules] as const;
