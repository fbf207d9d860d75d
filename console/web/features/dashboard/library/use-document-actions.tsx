import { IconCopy, IconDownload, IconPencil, IconTextCaption, IconUpload } from '@tabler/icons-react';
import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import type { ResourcePlace } from '#web/kernel/resource/placed.ts';
import { useOwnership } from '#web/kernel/resource/use-ownership.tsx';
import { usePlacedActions } from '#web/kernel/resource/use-placed-actions.tsx';
import { useResourceTexts } from '#web/kernel/resource/use-resource-texts.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useDashboardTexts } from '../use-dashboard-texts.ts';
import { useDocumentExport } from '../file/use-document-export.ts';
import type { DocumentTask } from './DocumentFormDialog.tsx';
import { useDocumentRemoval } from './use-document-removal.ts';
import { useEditElsewhere } from './use-edit-elsewhere.ts';
import { useEditReason } from './use-edit-reason.ts';
import { useHomeItems } from './use-home-items.tsx';

/** What can be done with a document of the library, and the questions that it asks. */
export function useDocumentActions(onTask: (task: DocumentTask) => void) {
  const { api, change } = useDocumentPlace();
  const text = useDashboardTexts();
  const { kind, customerId } = api;
  const place: ResourcePlace = customerId === undefined ? { kind } : { kind, customerId };
  const { actionsOf, dialogs } = usePlacedActions<DocumentSummary>({
    place,
    onEdit: ({ id }) => change({ open: id, edit: true }),
    removal: { consequence: text('removeHint'), run: useDocumentRemoval() },
  });
  const editReason = useEditReason();
  const resource = useResourceTexts();
  const editElsewhere = useEditElsewhere();
  const { guard, question } = useOwnership();
  const createReason = useDisabledReason(api.writing);
  const download = useDocumentExport();
  const homeItems = useHomeItems();
  const itemsOf = (document: DocumentSummary): readonly MenuItem[] => {
    const copy: MenuItem = {
      is: 'action',
      label: text('copy'),
      icon: <IconCopy size={15} />,
      disabledReason: createReason,
      run: () => onTask({ is: 'copy', document }),
    };
    const properties: MenuItem = {
      is: 'action',
      label: text('properties'),
      icon: <IconTextCaption size={15} />,
      run: () => onTask({ is: 'properties', document }),
    };
    const exported: MenuItem = {
      is: 'action',
      label: text('exportJson'),
      icon: <IconDownload size={15} />,
      run: () => download(document),
    };
    const replaced: MenuItem = {
      is: 'action',
      label: text('replaceFromFile'),
      icon: <IconUpload size={15} />,
      run: () => onTask({ is: 'import', replaced: document }),
    };
    if (editReason(document) === undefined)
      return [...homeItems(document), properties, copy, exported, replaced, ...actionsOf(document)];
    const { resource: id, name, owner } = document;
    const elsewhere: MenuItem = {
      is: 'action',
      label: resource('editElsewhere'),
      icon: <IconPencil size={15} />,
      run: () => guard({ id, name, owner }, () => editElsewhere(document)),
    };
    const isElsewhere = customerId !== undefined && document.edit === 'multi-client';
    return [...homeItems(document), copy, exported, ...(isElsewhere ? [elsewhere] : [])];
  };
  return {
    itemsOf,
    dialogs: (
      <>
        {dialogs}
        {question}
      </>
    ),
  };
}
