import { lazy, Suspense, useState } from 'react';
import { IconBookmark } from '@tabler/icons-react';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { useAlertingTexts } from '../use-alerting-texts.ts';

const Dialog = lazy(() =>
  import('./SavedFiltersDialog.tsx').then((dialog) => ({ default: dialog.SavedFiltersDialog })),
);

/** Opens the saved filters. */
export function SavedFilters({ customerId }: { readonly customerId: number }) {
  const text = useAlertingTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={text('savedFilters')}
        icon={<IconBookmark size={16} />}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <Dialog customerId={customerId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
