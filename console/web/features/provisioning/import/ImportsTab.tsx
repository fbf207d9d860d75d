import { useMemo } from 'react';
import { createImport } from '#schemas/provisioning/routes.ts';
import type { ImportRun } from '#schemas/provisioning/import-run.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useImports } from '../provisioning-queries.ts';
import { useProvisioningSearch } from '../provisioning-search.ts';
import { useProvisioningTexts } from '../texts/en.ts';
import { importRunColumns } from './import-columns.tsx';
import { ImportDetailDialog } from './ImportDetailDialog.tsx';
import { UndoDialog } from './UndoDialog.tsx';
import { useImportActs } from './use-import-acts.ts';

const runId = ({ id }: ImportRun): string => String(id);
const runName = ({ name }: ImportRun): string => name;

/** The imports, newest first; Enter or a click shows the difference of one. */
export function ImportsTab() {
  const text = useProvisioningTexts();
  const actionsLabel = useResourceTexts()('actions');
  const language = useLanguage();
  const { search, change } = useProvisioningSearch();
  const query = useImports();
  const disabledReason = useDisabledReason(createImport);
  const { acts, undone, closeUndo, confirmUndo } = useImportActs();
  const { shown, state, isRead } = useListPanel({
    query,
    rows: query.data?.imports,
    q: search.q,
    textsOf: ({ name, createdBy, clients }: ImportRun) => [name, createdBy, ...clients],
    change,
    empty: {
      ...{ title: text('emptyImports'), hint: text('emptyImportsHint') },
      add: { label: text('upload'), disabledReason, run: () => change({ edit: 'new' }) },
    },
  });
  const columns = useMemo(
    () => importRunColumns({ text, language, actionsLabel, disabledReason, acts }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- changing the address needs nothing of what was rendered
    [text, language, actionsLabel, disabledReason],
  );
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  const end = isRead && <span className="tt-muted">{text('count', { count: shown.length })}</span>;
  return (
    <>
      <Toolbar label={text('toolbar')} end={end}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <Panel label={text('imports')} state={state}>
        <DataTable
          name="imports"
          label={text('imports')}
          rows={shown}
          columns={columns}
          rowId={runId}
          rowName={runName}
          density={useDensity()}
          sorting={sorting}
          onSort={(next) => change({ sort: sortingText(next) })}
          onOpen={acts.open}
        />
      </Panel>
      {search.import !== undefined && <ImportDetailDialog key={search.import} id={search.import} />}
      {undone !== undefined && (
        <UndoDialog run={undone} onConfirm={() => confirmUndo(undone)} onClose={closeUndo} />
      )}
    </>
  );
}
