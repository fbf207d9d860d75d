import { useMemo } from 'react';
import { createImport } from '#schemas/provisioning/routes.ts';
import type { ImportRun } from '#schemas/provisioning/import-run.ts';
import { ListTable } from '#web/kernel/list/ListTable.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useImports } from '../provisioning-queries.ts';
import { useProvisioningSearch } from '../provisioning-search.ts';
import { useProvisioningTexts } from '../texts/en.ts';
import { importRunColumns } from './import-columns.tsx';
import { ImportDetailDialog } from './ImportDetailDialog.tsx';
import { UndoDialog } from './UndoDialog.tsx';
import { useImportActs } from './use-import-acts.ts';

const runId = ({ id }: ImportRun): string => String(id);
const runName = ({ name }: ImportRun): string => name;
const textsOfRun = ({ name, createdBy, clients }: ImportRun) => [name, createdBy, ...clients];

const countOf = (shown: readonly object[] | undefined, text: ReturnType<typeof useProvisioningTexts>) =>
  shown && <span className="tt-muted">{text('count', { count: shown.length })}</span>;

/** The imports, newest first; Enter or a click shows the difference of one. */
export function ImportsTab() {
  const text = useProvisioningTexts();
  const actionsLabel = useResourceTexts()('actions');
  const language = useLanguage();
  const address = useProvisioningSearch();
  const { search, change } = address;
  const query = useImports();
  const disabledReason = useDisabledReason(createImport);
  const { acts, undone, closeUndo, confirmUndo } = useImportActs();
  const columns = useMemo(
    () => importRunColumns({ text, language, actionsLabel, disabledReason, acts }),
    [text, language, actionsLabel, disabledReason, acts],
  );
  return (
    <>
      <ListTable
        name="imports"
        label={text('imports')}
        toolbar={text('toolbar')}
        find={text('find')}
        address={address}
        query={query}
        rows={query.data?.imports}
        columns={columns}
        rowId={runId}
        rowName={runName}
        textsOf={textsOfRun}
        empty={{
          title: text('emptyImports'),
          hint: text('emptyImportsHint'),
          add: { label: text('upload'), disabledReason, run: () => change({ edit: 'new' }) },
        }}
        renderEnd={(shown) => countOf(shown, text)}
        onOpen={acts.open}
      />
      {search.import !== undefined && <ImportDetailDialog key={search.import} id={search.import} />}
      {undone !== undefined && (
        <UndoDialog run={undone} onConfirm={() => confirmUndo(undone)} onClose={closeUndo} />
      )}
    </>
  );
}
