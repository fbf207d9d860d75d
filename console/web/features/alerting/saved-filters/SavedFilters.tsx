import { Suspense, useState } from 'react';
import { IconBookmark } from '@tabler/icons-react';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { AppliedFilter } from './AppliedFilter.tsx';
import { useAlertingTexts } from '../texts/en.ts';
import type { SavedFiltersProps } from './SavedFiltersDialog.tsx';

const Dialog = lazyOverlay(() => import('./SavedFiltersDialog.tsx'), 'SavedFiltersDialog');

/** Opens the saved filters; next to it the one that is applied. `isPast`: the default of the user is for the present. */
export function SavedFilters({ isPast, ...props }: SavedFiltersProps & { readonly isPast: boolean }) {
  const text = useAlertingTexts();
  const [open, setOpen] = useState(false);
  const [startsEmpty] = useState(!isPast && Object.keys(props.filter).length === 0);
  return (
    <>
      <IconButton
        label={text('savedFilters')}
        icon={<IconBookmark size={16} />}
        onClick={() => setOpen(true)}
      />
      <AppliedFilter {...props} startsEmpty={startsEmpty} />
      {open && (
        <Suspense fallback={null}>
          <Dialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
