import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconPlayerPlay, IconPlayerStop, IconShare3, IconUserShare } from '@tabler/icons-react';
import type { DocumentUses } from '#schemas/resource/document-use.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useSession } from '../session/session.ts';
import { DocumentUseList } from './DocumentUseList.tsx';
import { OwnerDialog } from './OwnerDialog.tsx';
import { shareableOf, type PlacedResource } from './placed-resource.ts';
import type { ResourcePlace } from './placed.ts';
import { rowItems } from './resource-actions-column.tsx';
import { ShareDialog } from './ShareDialog.tsx';
import { StatusDialog } from './StatusDialog.tsx';
import { useOwnership } from './use-ownership.tsx';
import { useResourceTexts } from './texts/en.ts';

interface Removal<Resource> {
  /** Of deleting it. */
  readonly consequence: string;
  readonly run: (resource: Resource) => void;
  /** The documents that name it, and what becomes of them. */
  readonly uses?: {
    readonly read: (resource: Resource, signal: AbortSignal) => Promise<DocumentUses>;
    readonly consequence: string;
  };
}

interface Options<Resource> {
  readonly place: ResourcePlace;
  readonly onEdit: (resource: Resource) => void;
  readonly removal: Removal<Resource>;
}

interface Task<Resource> {
  readonly is: 'share' | 'status' | 'owner' | 'remove';
  readonly resource: Resource;
}

/** The owner; the confirmed warning is remembered by the id of the resource. */
const owned = ({ resource: id, name, owner }: PlacedResource) => ({ id, name, owner });

interface DialogProps<Resource> extends Pick<Options<Resource>, 'place' | 'removal'> {
  readonly task: Task<Resource>;
  readonly onClose: () => void;
}

interface RemoveProps<Resource> extends Pick<DialogProps<Resource>, 'removal' | 'onClose'> {
  readonly kind: ResourcePlace['kind'];
  readonly resource: Resource;
}

/** Requires confirmation before a resource is deleted, once it is known which documents name it. */
function RemoveDialog<Resource extends PlacedResource>(props: RemoveProps<Resource>) {
  const { kind, removal, resource, onClose } = props;
  const { uses, consequence, run } = removal;
  const text = useResourceTexts();
  const query = useQuery({
    queryKey: ['document-uses', kind, resource.resource],
    queryFn: ({ signal }) => uses?.read(resource, signal) ?? { documents: [], others: 0 },
    enabled: uses !== undefined,
    gcTime: 0,
  });
  return (
    <ConfirmDialog
      open
      title={text('removeTitle', { name: resource.name })}
      consequence={consequence}
      action={text('removeAction')}
      disabledReason={uses !== undefined && query.isPending ? text('usedSearch') : undefined}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        run(resource);
      }}
    >
      {uses !== undefined && <DocumentUseList query={query} consequence={uses.consequence} />}
    </ConfirmDialog>
  );
}

function TaskDialog<Resource extends PlacedResource>(props: DialogProps<Resource>) {
  const { place, removal, task, onClose } = props;
  const { resource } = task;
  if (task.is === 'share' && place.customerId === undefined)
    return <ShareDialog kind={place.kind} resource={shareableOf(resource)} onClose={onClose} />;
  if (task.is === 'status')
    return <StatusDialog place={place} resource={shareableOf(resource)} onClose={onClose} />;
  if (task.is === 'owner')
    return <OwnerDialog place={place} resource={shareableOf(resource)} onClose={onClose} />;
  return <RemoveDialog kind={place.kind} removal={removal} resource={resource} onClose={onClose} />;
}

/**
 * The actions on a resource in its own space, as menu items with their dialogs. Warns before a resource of another user is
 * changed.
 */
export function usePlacedActions<Resource extends PlacedResource>({
  place,
  removal,
  onEdit,
}: Options<Resource>): {
  readonly actionsOf: (resource: Resource) => readonly MenuItem[];
  readonly edit: (resource: Resource) => void;
  readonly dialogs: ReactNode;
} {
  const text = useResourceTexts();
  const items = rowItems(text);
  const { guard, prompt } = useOwnership();
  const { modules } = useSession();
  const [task, setTask] = useState<Task<Resource>>();
  const edit = (resource: Resource) => guard(owned(resource), () => onEdit(resource));
  const dialogs = (
    <>
      {prompt}
      {task !== undefined && (
        <TaskDialog place={place} removal={removal} task={task} onClose={() => setTask(undefined)} />
      )}
    </>
  );
  const actionsOf = (resource: Resource): readonly MenuItem[] => {
    const act = (label: string, icon: ReactNode, run: () => void) =>
      ({ is: 'action', label, icon, run }) as const;
    const start = (is: Task<Resource>['is']) => () => guard(owned(resource), () => setTask({ is, resource }));
    const { active } = resource.status;
    const status = active
      ? act(text('deactivate'), <IconPlayerStop size={15} />, start('status'))
      : act(text('activate'), <IconPlayerPlay size={15} />, start('status'));
    return [
      items.edit(() => edit(resource)),
      ...(place.customerId === undefined && modules.includes('sharing')
        ? [act(text('share'), <IconShare3 size={15} />, start('share'))]
        : []),
      act(text('ownerChange'), <IconUserShare size={15} />, start('owner')),
      status,
      ...items.remove(start('remove')),
    ];
  };
  return { edit, actionsOf, dialogs };
}
