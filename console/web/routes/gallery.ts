import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';
import { lazyPage } from './lazy-page.ts';
import { menuPath } from './menu-path.ts';
import { shell } from './shell.ts';

const search = versionedSearch(z.object({ customer: searchValue.id(), tab: searchValue.text() }), []);

const gallery = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/test'),
  validateSearch: search,
  component: lazyPage(() => import('./Gallery.tsx'), 'Gallery'),
});

const adminGallery = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/test'),
  validateSearch: search,
  component: lazyPage(() => import('./Gallery.tsx'), 'Gallery'),
});

/** The component gallery, in both scopes. */
export const galleryRoutes = [gallery, adminGallery] as const;
