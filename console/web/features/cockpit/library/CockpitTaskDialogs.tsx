import { Suspense } from 'react';
import type { Cockpit, CockpitDraft } from '#schemas/cockpit/cockpit.ts';
import { createCockpit, deleteCockpit, duplicateCockpit, updateCockpit } from '#schemas/cockpit/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { ShareDialog } from '#web/kernel/resource/ShareDialog.tsx';
import { OwnerDialog } from '#web/kernel/resource/OwnerDialog.tsx';
import { StatusDialog } from '#web/kernel/resource/StatusDialog.tsx';
import { CockpitDialog, type EditTask } from './CockpitDialog.tsx';
import { keepCockpit, libraryTouches } from '../cockpit-queries.ts';
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

function DeleteConfirmation({
  cockpit,
  onClose,
}: {
  readonly cockpit: TaskCockpit;
  readonly onClose: () => void;
}) {
  const text = useCockpitTexts();
  const { open } = useCockpitSearch();
  const { id, name, version, alarms } = cockpit;
  const { run } = useRouteAction(deleteCockpit, { touches: libraryTouches });
  return (
    <ConfirmDialog
      open
      title={text('removeCockpit', { name, count: alarms.total })}
      consequence={text('removeCockpitHint')}
      action={text('remove')}
      onClose={onClose}
      onConfirm={() => {
        run(
          { params: { cockpitId: id }, query: { version } },
          { done: text('removed', { name }), onDone: () => open(undefined) },
        );
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
  const cache = useQueryCache();
  const { open } = useCockpitSearch();
  const nameOf = useBuiltInName('cockpit');
  if (task === undefined) return null;
  const named = (cockpit: TaskCockpit) => ({ ...cockpit, name: nameOf(cockpit.name) });
  if (task.is === 'remove') return <DeleteConfirmation cockpit={named(task.cockpit)} onClose={onClose} />;
  if (task.is === 'share')
    return <ShareDialog kind="cockpit" resource={named(task.cockpit)} onClose={onClose} />;
  if (task.is === 'status')
    return <StatusDialog place={{ kind: 'cockpit' }} resource={named(task.cockpit)} onClose={onClose} />;
  if (task.is === 'owner')
    return <OwnerDialog place={{ kind: 'cockpit' }} resource={named(task.cockpit)} onClose={onClose} />;
  if (task.is === 'import' || task.is === 'replace')
    return (
      <Suspense fallback={null}>
        <ImportCockpitDialog
          replaced={task.is === 'replace' ? named(task.cockpit) : undefined}
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
    keepCockpit(cache, cockpit);
    onClose();
    if (task.is !== 'rename') open(cockpit.id);
  };
  return (
    <CockpitDialog
      task={edit}
      store={(draft) => store(edit, draft)}
      done={({ name }) => text(task.is === 'duplicate' ? 'copied' : 'saved', { name: nameOf(name) })}
      onSaved={saved}
      onClose={onClose}
    />
  );
}
