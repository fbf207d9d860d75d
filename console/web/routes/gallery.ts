import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { NotFoundPage } from '#web/kernel/shell/MessagePage.tsx';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';
import { menuPath } from './menu-path.ts';
import { shell } from './shell.ts';

const search = versionedSearch(z.object({ customer: searchValue.id(), tab: searchValue.text() }), []);

/** For whoever works on the pieces, and for tests: in the console that is shipped there is no such page. */
const page =
  import.meta.env.MODE === 'production'
    ? NotFoundPage
    : lazyRouteComponent(() => import('#web/features/gallery/GalleryPage.tsx'), 'GalleryPage');

const gallery = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/test'),
  validateSearch: search,
  component: page,
});

const adminGallery = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/test'),
  validateSearch: search,
  component: page,
});

/** The pieces that screens are made of, in both scopes. */
export const galleryRoutes = [gallery, adminGallery] as const;
