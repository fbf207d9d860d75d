import { useMemo, useState } from 'react';
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
import { useFileDownload } from '#web/kernel/download/use-file-download.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { provisioningTouches } from '../provisioning-queries.ts';
import { useProvisioningSearch } from '../provisioning-search.ts';
import { useProvisioningTexts } from '../texts/en.ts';

const paramsOf = ({ id }: ImportRun) => ({ params: { importId: id } });

/** What users do with imports; an undo is confirmed first. */
export function useImportActs() {
  const text = useProvisioningTexts();
  const { run: write } = useAction(provisioningTouches);
  const { change } = useProvisioningSearch();
  const { download } = useFileDownload();
  const [undone, setUndone] = useState<ImportRun>();
  const acts = useMemo(
    () => ({
      open: ({ id }: ImportRun) => change({ import: id }),
      cancel: (run: ImportRun) =>
        write(() => call(cancelImport, paramsOf(run)), { done: text('cancelled', { name: run.name }) }),
      repeat: (run: ImportRun) =>
        write(() => call(repeatImport, paramsOf(run)), {
          done: text('repeated', { name: run.name }),
          onDone: ({ id }) => change({ import: id }),
        }),
      undo: setUndone,
      download: (run: ImportRun, kind: 'source' | 'result') =>
        void download(kind === 'source' ? readImportSource : readImportResult, paramsOf(run)),
    }),
    [text, write, change, download],
  );
  return {
    acts,
    undone,
    closeUndo: () => setUndone(undefined),
    confirmUndo: (run: ImportRun) => {
      setUndone(undefined);
      write(() => call(undoImport, paramsOf(run)), { done: text('undone', { name: run.name }) });
    },
    apply: (run: ImportRun) =>
      write(() => call(applyImport, paramsOf(run)), { done: text('applied', { name: run.name }) }),
  };
}
