import { createRoute } from '@tanstack/react-router';
import { sdwanSearch } from '#web/features/sdwan/sdwan-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const sdwanManager = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/sdwanmanagers'),
  validateSearch: sdwanSearch,
  component: lazyPage(() => import('#web/features/sdwan/SdwanPage.tsx'), 'SdwanPage'),
});

export const sdwanRoutes = [sdwanManager] as const;
