import { createRoute } from '@tanstack/react-router';
import { userSearch } from '#web/features/user/user-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const user = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/user'),
  validateSearch: userSearch,
  component: lazyPage(() => import('#web/features/user/UserPage.tsx'), 'UserPage'),
});

export const userRoutes = [user] as const;
