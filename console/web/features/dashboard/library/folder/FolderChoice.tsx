import { Suspense, useState, type ComponentProps } from 'react';
import { IconDots, IconFolderSymlink, IconPencil, IconTrash } from '@tabler/icons-react';
import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { foldersOf, isInFolder } from '#schemas/dashboard/folder.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { useDocumentPlace } from '../../document-page.ts';
import { useDashboardTexts } from '../../texts/en.ts';
import { useEditReason } from '../use-edit-reason.ts';
import type { FolderTask } from './FolderDialog.tsx';
import { useFolderTexts } from './texts/en.ts';

const FolderDialog = lazyOverlay(() => import('./FolderDialog.tsx'), 'FolderDialog');

/** More than a glance takes in: they are found by typing. */
const MANY_FOLDERS = 8;

interface Props {
  readonly documents: readonly DocumentSummary[];
}

const icons = {
  rename: <IconPencil size={15} />,
  move: <IconFolderSymlink size={15} />,
  remove: <IconTrash size={15} />,
} as const satisfies Record<FolderTask, unknown>;

/** What is about to be done, with the documents in the folder as its dialog opened. */
type Begun = Pick<ComponentProps<typeof FolderDialog>, 'task' | 'folders' | 'movable' | 'retained'>;

/**
 * Renames, moves and deletes the chosen folder. Its dialog stays open where another user takes the folder away: storing says so.
 */
function FolderActions({ folder, documents }: Props & { readonly folder: string }) {
  const text = useFolderTexts();
  const { api } = useDocumentPlace();
  const [begun, setBegun] = useState<Begun>();
  const editReason = useEditReason();
  const mayWrite = useDisabledReason(api.writing);
  const folders = foldersOf(documents);
  const within = documents.filter((document) => isInFolder(document.folder, folder));
  const movable = within.filter((document) => editReason(document) === undefined).length;
  const disabledReason = mayWrite ?? (movable === 0 ? text('noneMovable') : undefined);
  const item = (is: FolderTask): MenuItem => ({
    is: 'action',
    label: text(is),
    icon: icons[is],
    disabledReason,
    run: () => setBegun({ task: is, folders, movable, retained: within.length - movable }),
  });
  return (
    <>
      {folders.includes(folder) && (
        <Menu
          target={<IconButton label={text('actions', { folder })} icon={<IconDots size={16} />} />}
          items={[item('rename'), item('move'), { is: 'line', id: 'line' }, item('remove')]}
        />
      )}
      {begun !== undefined && (
        <Suspense>
          <FolderDialog {...begun} folder={folder} onClose={() => setBegun(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** The folder whose documents the library shows, and what can be done with it. */
export function FolderChoice({ documents }: Props) {
  const text = useDashboardTexts();
  const { search, change } = useDocumentPlace();
  const { folder = '' } = search;
  const folders = foldersOf(documents);
  if (folders.length === 0 && folder === '') return null;
  const isKnown = folder === '' || folders.includes(folder);
  const options = [
    { value: '', label: text('allFolders') },
    ...[...folders, ...(isKnown ? [] : [folder])].map((each) => ({ value: each, label: each })),
  ];
  return (
    <>
      <Select
        key={folder}
        quietLabel
        searchable={folders.length > MANY_FOLDERS}
        label={text('folder')}
        options={options}
        value={folder}
        onChange={(chosen) => change({ folder: chosen === '' ? undefined : chosen }, true)}
      />
      {folder !== '' && <FolderActions key={`actions ${folder}`} folder={folder} documents={documents} />}
    </>
  );
}
