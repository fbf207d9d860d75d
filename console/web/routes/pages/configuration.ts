import { createRoute } from '@tanstack/react-router';
import { configurationSearch } from '#web/features/configuration/configuration-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const configuration = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/conf'),
  validateSearch: configurationSearch,
  component: lazyPage(() => import('#web/features/configuration/ConfigurationPage.tsx'), 'ConfigurationPage'),
});

export const configurationRoutes = [configuration] as const;
