import { createRoute } from '@tanstack/react-router';
import { kpiSearch } from '#web/features/kpi/kpi-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const kpi = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/kpi'),
  validateSearch: kpiSearch,
  component: lazyPage(() => import('#web/features/kpi/KpiPage.tsx'), 'KpiPage'),
});

export const kpiRoutes = [kpi] as const;
