import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { pollingDefaults, pollingSearch } from '#web/features/polling/polling-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const polling = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/polling'),
  validateSearch: pollingSearch,
  search: { middlewares: [stripSearchParams(pollingDefaults)] },
  component: lazyPage(() => import('#web/features/polling/PollingPage.tsx'), 'PollingPage'),
});

export const pollingRoutes = [polling] as const;
