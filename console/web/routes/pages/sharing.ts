import { createRoute } from '@tanstack/react-router';
import { sharingSearch } from '#web/features/sharing/sharing-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const shareResource = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/share-resource'),
  validateSearch: sharingSearch,
  component: lazyPage(() => import('#web/features/sharing/SharePage.tsx'), 'SharePage'),
});

export const sharePageRoutes = [shareResource] as const;
