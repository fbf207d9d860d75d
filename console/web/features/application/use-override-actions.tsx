import { useState, type ReactNode } from 'react';
import { IconArrowBackUp, IconPencil, IconVersions } from '@tabler/icons-react';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import { overrideApplication } from '#schemas/application/override-routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { applicationTouches } from './application-queries.ts';
import { MarkCustomDialog } from './MarkCustomDialog.tsx';
import { overrideApi } from './override-api.ts';
import { OverrideDialog } from './OverrideDialog.tsx';
import { useApplicationTexts } from './texts/en.ts';

interface Task {
  readonly is: 'override' | 'custom' | 'restore';
  readonly application: ApplicationEntry;
}

interface TaskProps extends Task {
  readonly customerId: number;
  readonly disabledReason: string | undefined;
  readonly onClose: () => void;
}

function TaskDialog({ is, application, customerId, ...acts }: TaskProps) {
  const text = useApplicationTexts();
  const { run } = useAction(applicationTouches);
  const api = overrideApi(customerId);
  if (is === 'override') return <OverrideDialog api={api} application={application} {...acts} />;
  if (is === 'custom') return <MarkCustomDialog api={api} application={application} {...acts} />;
  const { name } = application;
  return (
    <ConfirmDialog
      open
      title={text('restoreTitle', { name })}
      consequence={text('restoreHint')}
      action={text('restoreSave')}
      onClose={acts.onClose}
      onConfirm={() => {
        acts.onClose();
        run(() => api.restore(application), { done: text('restored', { name }) });
      }}
    />
  );
}

export interface OverrideActions {
  readonly actionsOf: (application: ApplicationEntry) => readonly MenuItem[];
  readonly dialogs: ReactNode;
}

/** The actions of a customer on an application that the provider shares with it, as menu items with their dialogs. */
export function useOverrideActions(customerId: number | undefined): OverrideActions {
  const text = useApplicationTexts();
  const disabledReason = useDisabledReason(overrideApplication);
  const [task, setTask] = useState<Task>();
  const actionsOf = (application: ApplicationEntry): readonly MenuItem[] => {
    const act = (is: Task['is'], label: string, icon: ReactNode) =>
      ({ is: 'action', label, icon, disabledReason, run: () => setTask({ is, application }) }) as const;
    const isOverridden = application.override !== null;
    return [
      act('override', text(isOverridden ? 'overrideEdit' : 'override'), <IconPencil size={15} />),
      ...(isOverridden
        ? [
            act('custom', text('markCustom'), <IconVersions size={15} />),
            act('restore', text('restore'), <IconArrowBackUp size={15} />),
          ]
        : []),
    ];
  };
  const onClose = () => setTask(undefined);
  const dialogs =
    task === undefined || customerId === undefined ? null : (
      <TaskDialog {...task} customerId={customerId} disabledReason={disabledReason} onClose={onClose} />
    );
  return { actionsOf, dialogs };
}
