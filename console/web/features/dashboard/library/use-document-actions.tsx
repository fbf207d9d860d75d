import type { ReactNode } from 'react';
import {
  IconCopy,
  IconDownload,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTextCaption,
  IconUpload,
} from '@tabler/icons-react';
import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import type { ResourcePlace } from '#web/kernel/resource/placed.ts';
import { useOwnership } from '#web/kernel/resource/use-ownership.tsx';
import { usePlacedActions } from '#web/kernel/resource/use-placed-actions.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useAcceptedOwner } from '../opening/use-accepted-owner.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { useDocumentExport } from '../file/use-document-export.ts';
import { kindWords } from './kind-words.ts';
import type { DocumentTask } from './DocumentFormDialog.tsx';
import { useFavourite } from './use-favourite.ts';
import { useEditElsewhere, useEditReason } from './use-edit-reason.ts';
import { useHomeItems } from './use-home-items.tsx';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { resourceTouches } from '#web/kernel/resource/resource-touches.ts';

/** Deletes a document and reports it in a toast. */
function useDocumentRemoval(): (document: DocumentSummary) => void {
  const { api } = useDocumentPlace();
  const text = useDashboardTexts();
  const { run } = useAction(resourceTouches(api.kind));
  return (document) => run(() => api.remove(document), { done: text('removed', { name: document.name }) });
}

interface Named {
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}
const action = (named: Named, disabledReason?: string): MenuItem => ({
  is: 'action',
  ...named,
  ...(disabledReason !== undefined && { disabledReason }),
});

/** What everyone who reads a document may do with it, and what those who may change it can do besides. */
function useDocumentItems(onTask: (task: DocumentTask) => void) {
  const { api } = useDocumentPlace();
  const text = useDashboardTexts();
  const createReason = useDisabledReason(api.writing);
  const download = useDocumentExport();
  const favourite = useFavourite();
  return (document: DocumentSummary) => ({
    // The star of the row is for the pointer.
    favourite: action({
      label: text(document.favourite ? 'notFavourite' : 'favourite', { name: document.name }),
      icon: document.favourite ? <IconStarOff size={15} /> : <IconStar size={15} />,
      run: () => favourite(document.id, !document.favourite),
    }),
    properties: action({
      label: text('properties'),
      icon: <IconTextCaption size={15} />,
      run: () => onTask({ is: 'properties', document }),
    }),
    copy: action(
      {
        label: text('copy'),
        icon: <IconCopy size={15} />,
        run: () => onTask({ is: 'copy', document }),
      },
      createReason,
    ),
    exported: action({
      label: text('exportJson'),
      icon: <IconDownload size={15} />,
      run: () => download(document),
    }),
    replaced: action({
      label: text('replaceFromFile'),
      icon: <IconUpload size={15} />,
      run: () => onTask({ is: 'import', replaced: document }),
    }),
  });
}

/** What can be done with a document of the library, and the confirmations that it requires. */
export function useDocumentActions(onTask: (task: DocumentTask) => void) {
  const { api, change } = useDocumentPlace();
  const { accept } = useAcceptedOwner();
  const text = useDashboardTexts();
  const resource = useResourceTexts();
  const { kind, customerId } = api;
  const place: ResourcePlace = customerId === undefined ? { kind } : { kind, customerId };
  const { actionsOf, dialogs } = usePlacedActions<DocumentSummary>({
    place,
    onEdit({ id, resource: accepted }) {
      accept(accepted);
      change({ open: id, edit: true });
    },
    removal: {
      consequence: text(kindWords[kind].removeHint),
      run: useDocumentRemoval(),
    },
  });
  const { guard, prompt } = useOwnership();
  const editReason = useEditReason();
  const editElsewhere = useEditElsewhere();
  const homeItems = useHomeItems();
  const ownItems = useDocumentItems(onTask);
  const itemsOf = (document: DocumentSummary): readonly MenuItem[] => {
    const { favourite, properties, copy, exported, replaced } = ownItems(document);
    if (editReason(document) === undefined)
      return [
        favourite,
        ...homeItems(document),
        properties,
        copy,
        exported,
        replaced,
        ...actionsOf(document),
      ];
    const { resource: id, name, owner } = document;
    const elsewhere = action({
      label: resource('editElsewhere'),
      icon: <IconPencil size={15} />,
      run: () =>
        guard({ id, name, owner }, () => {
          accept(id);
          editElsewhere(document);
        }),
    });
    const isElsewhere = customerId !== undefined && document.edit === 'multi-client';
    return [favourite, ...homeItems(document), copy, exported, ...(isElsewhere ? [elsewhere] : [])];
  };
  const queries = (
    <>
      {dialogs}
      {prompt}
    </>
  );
  return { itemsOf, dialogs: queries };
}
