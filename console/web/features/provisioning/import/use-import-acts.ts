import { useState } from 'react';
import type { ImportRun } from '#schemas/provisioning/import-run.ts';
import {
  applyImport,
  cancelImport,
  readImportResult,
  readImportSource,
  repeatImport,
  undoImport,
} from '#schemas/provisioning/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { useListAction } from '#web/kernel/api/use-list-action.ts';
import { useFileDownload } from '#web/kernel/download/use-file-download.ts';
import { useRefreshProvisioning } from '../provisioning-queries.ts';
import { useProvisioningSearch } from '../provisioning-search.ts';
import { useProvisioningTexts } from '../texts/en.ts';

const paramsOf = ({ id }: ImportRun) => ({ params: { importId: id } });

/** What users do with imports; an undo is confirmed first. */
export function useImportActs() {
  const text = useProvisioningTexts();
  const act = useListAction(useRefreshProvisioning());
  const { change } = useProvisioningSearch();
  const { download } = useFileDownload();
  const [undone, setUndone] = useState<ImportRun>();
  return {
    undone,
    closeUndo: () => setUndone(undefined),
    confirmUndo: (run: ImportRun) => {
      setUndone(undefined);
      act(() => call(undoImport, paramsOf(run)), text('undone', { name: run.name }));
    },
    apply: (run: ImportRun) =>
      act(() => call(applyImport, paramsOf(run)), text('applied', { name: run.name })),
    acts: {
      open: ({ id }: ImportRun) => change({ import: id }),
      cancel: (run: ImportRun) =>
        act(() => call(cancelImport, paramsOf(run)), text('cancelled', { name: run.name })),
      repeat: (run: ImportRun) =>
        act(
          async () => {
            const { id } = await call(repeatImport, paramsOf(run));
            change({ import: id });
          },
          text('repeated', { name: run.name }),
        ),
      undo: setUndone,
      download: (run: ImportRun, kind: 'source' | 'result') =>
        void download(kind === 'source' ? readImportSource : readImportResult, paramsOf(run)),
    },
  };
}
