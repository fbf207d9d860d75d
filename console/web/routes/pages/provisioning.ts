import { createRoute } from '@tanstack/react-router';
import { provisioningSearch } from '#web/features/provisioning/provisioning-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const provisioning = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/provisioning'),
  validateSearch: provisioningSearch,
  component: lazyPage(() => import('#web/features/provisioning/ProvisioningPage.tsx'), 'ProvisioningPage'),
});

export const provisioningRoutes = [provisioning] as const;
