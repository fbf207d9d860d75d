import { Suspense } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Cockpit, CockpitDraft } from '#schemas/cockpit/cockpit.ts';
import { createCockpit, deleteCockpit, duplicateCockpit, updateCockpit } from '#schemas/cockpit/routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useLanguage } from '#web/lib/text.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { ShareDialog } from '#web/kernel/resource/ShareDialog.tsx';
import { OwnerDialog } from '#web/kernel/resource/OwnerDialog.tsx';
import { StatusDialog } from '#web/kernel/resource/StatusDialog.tsx';
import { CockpitDialog, type EditTask } from './CockpitDialog.tsx';
import { keepCockpit, libraryQuery } from '../cockpit-queries.ts';
import type { CockpitTask, TaskCockpit } from './cockpit-task.ts';
import { useCockpitSearch } from '../cockpit-search.ts';
import { useCockpitTexts } from '../texts/en.ts';

const ImportCockpitDialog = lazyOverlay(
  () => import('../file/ImportCockpitDialog.tsx'),
  'ImportCockpitDialog',
);

function store(task: EditTask, draft: CockpitDraft): Promise<Cockpit> {
  if (task.is === 'new') return call(createCockpit, { body: draft });
  const { id: cockpitId, version } = task.cockpit;
  const params = { cockpitId };
  return task.is === 'duplicate'
    ? call(duplicateCockpit, { params, body: { name: draft.name } })
    : call(updateCockpit, { params, body: { ...draft, version } });
}

function DeleteQuestion({
  cockpit,
  onClose,
}: {
  readonly cockpit: TaskCockpit;
  readonly onClose: () => void;
}) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const { open } = useCockpitSearch();
  const { id, name, version, alarms } = cockpit;
  const { mutate } = useMutation({
    mutationFn: () => call(deleteCockpit, { params: { cockpitId: id }, query: { version } }),
    onSuccess: () => {
      showToast({ text: text('removed', { name }) });
      open(undefined);
    },
    onError: (problem) => showToast({ text: sentenceOf(problem, language), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: libraryQuery.queryKey }),
  });
  return (
    <ConfirmDialog
      open
      title={text('removeCockpit', { name, count: alarms.total })}
      consequence={text('removeCockpitHint')}
      action={text('remove')}
      onClose={onClose}
      onConfirm={() => {
        mutate();
        onClose();
      }}
    />
  );
}

/** The dialogs of the library. A new cockpit or copy is opened. */
export function CockpitTaskDialogs({
  task,
  onClose,
}: {
  readonly task: CockpitTask | undefined;
  readonly onClose: () => void;
}) {
  const text = useCockpitTexts();
  const queries = useQueryClient();
  const { open } = useCockpitSearch();
  if (task === undefined) return null;
  if (task.is === 'remove') return <DeleteQuestion cockpit={task.cockpit} onClose={onClose} />;
  if (task.is === 'share') return <ShareDialog kind="cockpit" resource={task.cockpit} onClose={onClose} />;
  if (task.is === 'status')
    return <StatusDialog place={{ kind: 'cockpit' }} resource={task.cockpit} onClose={onClose} />;
  if (task.is === 'owner')
    return <OwnerDialog place={{ kind: 'cockpit' }} resource={task.cockpit} onClose={onClose} />;
  if (task.is === 'import' || task.is === 'replace')
    return (
      <Suspense fallback={null}>
        <ImportCockpitDialog
          replaced={task.is === 'replace' ? task.cockpit : undefined}
          onImported={({ id }) => {
            onClose();
            open(id);
          }}
          onClose={onClose}
        />
      </Suspense>
    );
  const edit: EditTask = task.is === 'new' ? task : { is: task.is, cockpit: task.cockpit };
  const saved = (cockpit: Cockpit) => {
    keepCockpit(queries, cockpit);
    showToast({ text: text(task.is === 'duplicate' ? 'copied' : 'saved', { name: cockpit.name }) });
    onClose();
    if (task.is !== 'rename') open(cockpit.id);
  };
  return (
    <CockpitDialog task={edit} store={(draft) => store(edit, draft)} onSaved={saved} onClose={onClose} />
  );
}
