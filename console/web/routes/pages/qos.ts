import { createRoute } from '@tanstack/react-router';
import { qosSearch } from '#web/features/qos/qos-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const qos = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/qos'),
  validateSearch: qosSearch,
  component: lazyPage(() => import('#web/features/qos/QosPage.tsx'), 'QosPage'),
});

export const qosRoutes = [qos] as const;
