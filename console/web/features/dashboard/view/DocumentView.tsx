import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconChevronLeft,
  IconDeviceTv,
  IconHistory,
  IconPencil,
  IconPhotoDown,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import { documentIn } from '#schemas/dashboard/translated.ts';
import { useOwnership } from '#web/kernel/resource/use-ownership.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import type { DataPage } from '../data/data-page.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useFavourite } from '../library/use-favourite.ts';
import { LinkMenu } from '../link/LinkMenu.tsx';
import { useEditReason } from '../library/use-edit-reason.ts';
import { useDashboardTexts } from '../use-dashboard-texts.ts';
import { usePictureTexts } from '../picture/use-picture-texts.ts';
import { usePictures } from '../picture/use-pictures.ts';
import { ProvisionedNote, ProvisionedTag } from '../provisioned/ProvisionedTag.tsx';
import { useWallTexts } from '../wall/use-wall-texts.ts';
import { DocumentBody } from './DocumentBody.tsx';

const DocumentVersionsDialog = lazy(() =>
  import('./DocumentVersionsDialog.tsx').then(({ DocumentVersionsDialog: dialog }) => ({ default: dialog })),
);

const WallDialog = lazy(() =>
  import('../wall/WallDialog.tsx').then(({ WallDialog: dialog }) => ({ default: dialog })),
);

/** Hides header and navigation until Escape. */
function FullScreen() {
  const text = useDashboardTexts();
  const { search, change } = useDocumentPlace();
  const { full } = search;
  useEffect(() => {
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

interface ActionsProps {
  readonly entry: DocumentEntry;
  readonly dataRef: RefObject<DataPage | null>;
}

/** Downloads the page with all its dashlets. */
function PictureButton({ entry: { name, document }, dataRef }: ActionsProps) {
  const text = usePictureTexts();
  const dashboardText = useDashboardTexts();
  const { isBusy, ofPage } = usePictures();
  const reason = isBusy ? text('working') : undefined;
  return (
    <IconButton
      label={text('ofPage')}
      icon={<IconPhotoDown size={16} />}
      disabledReason={document.dashlets.length === 0 ? dashboardText('noDashlets') : reason}
      onClick={() => void ofPage(dataRef.current, document, name)}
    />
  );
}

function Actions({ entry, dataRef }: ActionsProps) {
  const text = useDashboardTexts();
  const wallText = useWallTexts();
  const { api, change } = useDocumentPlace();
  const [isForWall, setIsForWall] = useState(false);
  const { guard, question } = useOwnership();
  const favourite = useFavourite();
  const disabledReason = useEditReason()(entry);
  const { id, name, owner } = entry;
  const edit = (): void => guard({ id: entry.resource, name, owner }, () => change({ edit: true }));
  return (
    <>
      {question}
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
      <PictureButton entry={entry} dataRef={dataRef} />
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
      <Button icon={<IconPencil size={15} />} disabledReason={disabledReason} onClick={edit}>
        {text('edit')}
      </Button>
    </>
  );
}

/** A dashboard or home page as its readers see it. */
export function DocumentView({ entry }: { readonly entry: DocumentEntry }) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const shown = useMemo(() => documentIn(entry.document, language), [entry.document, language]);
  const { search, change } = useDocumentPlace();
  const data = useRef<DataPage>(null);
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
            <ProvisionedTag provisioned={entry.provisioned} drifted={entry.drifted} />
            {entry.description !== '' && <span className="tt-muted tt-ellipsis">{entry.description}</span>}
          </>
        }
        actions={<Actions entry={entry} dataRef={data} />}
      />
      <ProvisionedNote provisioned={entry.provisioned} drifted={entry.drifted} />
      <DocumentBody document={shown} dataRef={data} empty={<p>{text('noDashletsHint')}</p>} />
      {search.versions && (
        <Suspense>
          <DocumentVersionsDialog entry={entry} />
        </Suspense>
      )}
    </div>
  );
}
