import { createRoute } from '@tanstack/react-router';
import { debugSearch } from '#web/features/debug/debug-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const debugMode = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/debug'),
  validateSearch: debugSearch,
  component: lazyPage(() => import('#web/features/debug/DebugPage.tsx'), 'DebugPage'),
});

export const debugRoutes = [debugMode] as const;
