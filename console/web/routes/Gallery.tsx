import { lazy, Suspense } from 'react';
import { useSearch } from '@tanstack/react-router';

const Components = lazy(() =>
  import('#web/features/gallery/GalleryPage.tsx').then(({ GalleryPage: page }) => ({ default: page })),
);
const Dashlets = lazy(() =>
  import('#web/features/dashboard/gallery/DashletGallery.tsx').then(({ DashletGallery: page }) => ({
    default: page,
  })),
);

/** Components, or with `tab=dashlets` the dashlets: two features that do not know each other. */
export function Gallery() {
  const { tab, customer } = useSearch({ strict: false });
  return (
    <Suspense>
      {tab === 'dashlets' && customer !== undefined ? <Dashlets customerId={customer} /> : <Components />}
    </Suspense>
  );
}
