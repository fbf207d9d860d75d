import { useMutation } from '@tanstack/react-query';
import { exportCockpit } from '#schemas/cockpit/file-routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { downloadText } from '#web/lib/download-text.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';

const INDENT = 2;

/** A name without what file systems reject. */
const fileName = (name: string): string =>
  `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}.cockpit.json`;

/** Downloads the configuration of a cockpit. */
export function useExport(): (cockpit: { readonly id: number; readonly name: string }) => void {
  const language = useLanguage();
  const { mutate } = useMutation({
    mutationFn: ({ id }: { readonly id: number; readonly name: string }) =>
      call(exportCockpit, { params: { cockpitId: id } }),
    onSuccess: (file, { name }) =>
      downloadText(fileName(name), { text: JSON.stringify(file, null, INDENT), type: 'application/json' }),
    onError: (problem) => showToast({ text: sentenceOf(problem, language), tone: 'bad' }),
  });
  return mutate;
}
