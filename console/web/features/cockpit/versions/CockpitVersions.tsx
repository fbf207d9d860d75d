import { Suspense } from 'react';
import { IconHistory } from '@tabler/icons-react';
import type { Cockpit } from '#schemas/cockpit/cockpit.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { useCockpitSearch } from '../cockpit-search.ts';
import { useVersionTexts } from './texts/en.ts';

const VersionsDialog = lazyOverlay(() => import('./VersionsDialog.tsx'), 'VersionsDialog');

/** Opens the versions of a cockpit. They are in the address. */
export function CockpitVersions({ cockpit }: { readonly cockpit: Cockpit }) {
  const text = useVersionTexts();
  const { search, change } = useCockpitSearch();
  return (
    <>
      <IconButton
        label={text('versions')}
        icon={<IconHistory size={16} />}
        onClick={() => change({ versions: true })}
      />
      {search.versions && (
        <Suspense>
          <VersionsDialog
            cockpit={cockpit}
            number={search.version}
            onSelect={(version) => change({ version }, true)}
            onClose={() => change({ versions: false, version: undefined })}
          />
        </Suspense>
      )}
    </>
  );
}
