import { Suspense } from 'react';
import { useSearch } from '@tanstack/react-router';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';

const Components = lazyPart(() => import('#web/features/gallery/GalleryPage.tsx'), 'GalleryPage');
const Dashlets = lazyPart(
  () => import('#web/features/dashboard/gallery/DashletGallery.tsx'),
  'DashletGallery',
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
