import { createRoute } from '@tanstack/react-router';
import { healthSearch } from '#web/features/health/health-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const health = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/health'),
  validateSearch: healthSearch,
  component: lazyPage(() => import('#web/features/health/HealthPage.tsx'), 'HealthPage'),
});

export const healthRoutes = [health] as const;
