import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { downloadText } from '#web/lib/download-text.ts';
import { useDocumentPlace } from '../document-page.ts';

const INDENT = 2;

/** Downloads a document as a JSON file. */
export function useDocumentExport(): (document: Pick<DocumentSummary, 'id' | 'name'>) => void {
  const { api } = useDocumentPlace();
  const { run } = useAction([]);
  return ({ id, name }) =>
    run(() => api.exportFile(id), {
      onDone(file) {
        // Without what file systems reject.
        const fileName = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80);
        const text = JSON.stringify(file, null, INDENT);
        downloadText(`${fileName}.${api.kind}.json`, { text, type: 'application/json' });
      },
    });
}
