import { useMutation } from '@tanstack/react-query';
import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { downloadText } from '#web/lib/download-text.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useDocumentPlace } from '../document-page.ts';

const INDENT = 2;

/** Downloads a document as a JSON file. */
export function useDocumentExport(): (document: Pick<DocumentSummary, 'id' | 'name'>) => void {
  const { api } = useDocumentPlace();
  const language = useLanguage();
  const { mutate } = useMutation({
    mutationFn: ({ id }: Pick<DocumentSummary, 'id' | 'name'>) => api.exportFile(id),
    onSuccess(file, { name }) {
      // Without what file systems reject.
      const fileName = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80);
      const text = JSON.stringify(file, null, INDENT);
      downloadText(`${fileName}.${api.kind}.json`, { text, type: 'application/json' });
    },
    onError: (problem) => showToast({ text: sentenceOf(problem, language), tone: 'bad' }),
  });
  return mutate;
}
