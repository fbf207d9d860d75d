import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { roleDefaults, roleSearch } from '#web/features/role/role-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const role = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/role'),
  validateSearch: roleSearch,
  search: { middlewares: [stripSearchParams(roleDefaults)] },
  component: lazyPage(() => import('#web/features/role/RolePage.tsx'), 'RolePage'),
});

export const roleRoutes = [role] as const;
