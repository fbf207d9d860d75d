import { useMemo } from 'react';
import type { RecordingRow } from '#schemas/debug/routes.ts';
import { debugRecord } from '#schemas/limit/collection.ts';
import { ListTable } from '#web/kernel/list/ListTable.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useRecordings } from './debug-queries.ts';
import { useDebugSearch } from './debug-search.ts';
import { DiskUse } from './DiskUse.tsx';
import { recordingColumns } from './recording-columns.tsx';
import { RecordingDrawer } from './RecordingDrawer.tsx';
import { StartForm } from './StartForm.tsx';
import { useDebugActions, type DebugControl } from './use-debug-actions.ts';
import { useDebugTexts } from './texts/en.ts';

const none: readonly RecordingRow[] = [];
const rowId = ({ id }: RecordingRow): string => String(id);
const rowName = ({ siteName }: RecordingRow): string => siteName;
const textsOf = ({ siteName, customerName, startedBy, comment }: RecordingRow): readonly string[] => [
  siteName,
  customerName,
  startedBy ?? '',
  comment,
];

function Removal({
  rows,
  control,
}: {
  readonly rows: readonly RecordingRow[];
  readonly control: DebugControl;
}) {
  const text = useDebugTexts();
  const { state, send } = control;
  const removed = rows.find(({ id }) => id === state.context.id);
  return (
    <ConfirmDialog
      title={text('deleteTitle', { site: removed?.siteName ?? '' })}
      consequence={text('deleteHint')}
      action={text('deleteAction')}
      open={state.matches('confirming the deletion')}
      onConfirm={() => send({ type: 'confirm' })}
      onClose={() => send({ type: 'cancel' })}
    />
  );
}

/** The recordings of the last week: of a site, of a customer, or all that the user sees. */
export function RecordingsTab() {
  const text = useDebugTexts();
  const language = useLanguage();
  const address = useDebugSearch();
  const { search, change } = address;
  const control = useDebugActions();
  const { send } = control;
  const query = useRecordings();
  const all = query.data?.recordings ?? none;
  const rows = useMemo(
    () =>
      all.filter(
        ({ customer, site }) =>
          (search.customer === undefined || customer === search.customer) &&
          (search.site === undefined || site === search.site),
      ),
    [all, search.customer, search.site],
  );
  const columns = useMemo(
    () =>
      recordingColumns({
        rows,
        text,
        language,
        onStop: (id) => send({ type: 'stop', id }),
        onDelete: (id) => send({ type: 'delete', id }),
      }),
    [rows, text, language, send],
  );
  const running = all.find(({ site, state }) => site === search.site && state === 'running');
  const opened = all.find(({ id }) => id === search.open);
  return (
    <div className="tt-debug-panes">
      <div className="tt-debug-list">
        <StartForm site={search.site} running={running} control={control} />
        <DiskUse folders={query.data?.folders ?? []} />
        <ListTable
          name="recordings"
          label={text('recordings')}
          find={text('find')}
          address={address}
          query={query}
          rows={query.data === undefined ? undefined : rows}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          textsOf={textsOf}
          empty={{
            title: text('emptyTitle', { days: debugRecord.retentionDays }),
            hint: text('emptyHint'),
          }}
          onOpen={({ id }) => change({ open: id })}
        />
      </div>
      {opened !== undefined && (
        <RecordingDrawer recording={opened} onClose={() => change({ open: undefined })} />
      )}
      <Removal rows={all} control={control} />
    </div>
  );
}
