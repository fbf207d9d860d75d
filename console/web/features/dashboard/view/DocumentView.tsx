import { Suspense, useLayoutEffect, useMemo, useState } from 'react';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconChevronLeft,
  IconDeviceTv,
  IconHistory,
  IconPencil,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import { documentIn } from '#schemas/dashboard/translated.ts';
import { InactiveTag } from '#web/kernel/resource/InactiveTag.tsx';
import { useOwnership } from '#web/kernel/resource/use-ownership.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { useDocumentPlace } from '../document-page.ts';
import { useAcceptedOwner } from '../opening/use-accepted-owner.ts';
import { shownIn } from '../shown-document.ts';
import { useFavourite } from '../library/use-favourite.ts';
import { LinkMenu } from '../link/LinkMenu.tsx';
import { useEditElsewhere, useEditReason } from '../library/use-edit-reason.ts';
import { TourMark } from '../tour/TourMark.tsx';
import { useDashboardTexts } from '../texts/en.ts';
import { ProvisionedNote, ProvisionedTag } from '../provisioned/ProvisionedTag.tsx';
import { useWallDocumentTexts } from '../wall/texts/en.ts';
import { ChangedInPeriod } from '../drill/ChangedInPeriod.tsx';
import { DocumentBody } from './DocumentBody.tsx';

const DocumentVersionsDialog = lazyOverlay(
  () => import('./DocumentVersionsDialog.tsx'),
  'DocumentVersionsDialog',
);

const WallDialog = lazyOverlay(() => import('../wall/WallDialog.tsx'), 'WallDialog');

/** Hides header and navigation until Escape. */
function FullScreen() {
  const text = useDashboardTexts();
  const { search, change } = useDocumentPlace();
  const { full } = search;
  // Before the dashlets measure their room.
  useLayoutEffect(() => {
    if (!full) return undefined;
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) change({ full: false }, true);
    };
    document.addEventListener('keydown', leave);
    document.documentElement.dataset['full'] = 'true';
    return () => {
      document.removeEventListener('keydown', leave);
      delete document.documentElement.dataset['full'];
    };
  }, [full, change]);
  return (
    <IconButton
      label={text(full ? 'leaveFullScreen' : 'fullScreen')}
      icon={full ? <IconArrowsMinimize size={16} /> : <IconArrowsMaximize size={16} />}
      {...(full ? { keys: 'Escape' } : {})}
      onClick={() => change({ full: !full }, true)}
    />
  );
}

function Actions({ entry }: { readonly entry: DocumentEntry }) {
  const text = useDashboardTexts();
  const wallText = useWallDocumentTexts();
  const resource = useResourceTexts();
  const { api, change } = useDocumentPlace();
  const [isForWall, setIsForWall] = useState(false);
  const { guard, prompt } = useOwnership();
  const { accept } = useAcceptedOwner();
  const favourite = useFavourite();
  const disabledReason = useEditReason()(entry);
  const { id, name, owner } = entry;
  const isElsewhere = api.customerId !== undefined && entry.edit === 'multi-client';
  const editElsewhere = useEditElsewhere();
  const edit = (): void =>
    guard({ id: entry.resource, name, owner }, () => {
      accept(entry.resource);
      if (isElsewhere) editElsewhere(entry);
      else change({ edit: true });
    });
  return (
    <>
      {prompt}
      <IconButton
        label={text(entry.favourite ? 'notFavourite' : 'favourite', { name })}
        icon={entry.favourite ? <IconStarFilled size={16} /> : <IconStar size={16} />}
        pressed={entry.favourite}
        onClick={() => favourite(id, !entry.favourite)}
      />
      <IconButton
        label={text('versions')}
        icon={<IconHistory size={16} />}
        onClick={() => change({ versions: true }, true)}
      />
      <LinkMenu entry={entry} />
      <ChangedInPeriod entry={entry} />
      <FullScreen />
      {api.customerId !== undefined && (
        <IconButton
          label={wallText('open')}
          icon={<IconDeviceTv size={16} />}
          onClick={() => setIsForWall(true)}
        />
      )}
      {isForWall && (
        <Suspense>
          <WallDialog id={id} onClose={() => setIsForWall(false)} />
        </Suspense>
      )}
      <TourMark step="edit">
        <Button
          icon={<IconPencil size={15} />}
          disabledReason={isElsewhere ? undefined : disabledReason}
          onClick={edit}
        >
          {isElsewhere ? resource('editElsewhere') : text('edit')}
        </Button>
      </TourMark>
    </>
  );
}

/** A dashboard or home page as its readers see it. */
export function DocumentView({ entry: stored }: { readonly entry: DocumentEntry }) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const entry = useMemo(() => shownIn(stored, language), [stored, language]);
  const shown = useMemo(() => documentIn(entry.document, language), [entry.document, language]);
  const { search, change } = useDocumentPlace();
  const toLibrary = (): void =>
    change({ open: undefined, period: undefined, selection: undefined, full: false });
  return (
    <div className="tt-page tt-document">
      <PageHeader
        title={entry.name}
        aside={
          <>
            <Button kind="quiet" icon={<IconChevronLeft size={15} />} onClick={toLibrary}>
              {text('back')}
            </Button>
            <InactiveTag status={entry.status} />
            <ProvisionedTag provisioned={entry.provisioned} drifted={entry.drifted} />
            {entry.description !== '' && <span className="tt-muted tt-ellipsis">{entry.description}</span>}
          </>
        }
        actions={<Actions entry={entry} />}
      />
      <ProvisionedNote provisioned={entry.provisioned} drifted={entry.drifted} />
      <DocumentBody document={shown} name={entry.name} empty={<p>{text('noDashletsHint')}</p>} />
      {search.versions && (
        <Suspense>
          <DocumentVersionsDialog entry={entry} />
        </Suspense>
      )}
    </div>
  );
}
