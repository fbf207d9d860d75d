import { createRoute } from '@tanstack/react-router';
import { collectorSearch } from '#web/features/collector/collector-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const collectorMonitoring = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/monitoring-collect'),
  validateSearch: collectorSearch,
  component: lazyPage(() => import('#web/features/collector/CollectorPage.tsx'), 'CollectorPage'),
});

export const collectorRoutes = [collectorMonitoring] as const;
