import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { csvOf } from '#web/lib/csv.ts';
import { downloadText } from '#web/lib/download-text.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { readOwnValues } from './own-values.ts';
import { usePictureTexts } from '../picture/use-picture-texts.ts';
import { dashletTitle } from '../view/dashlet-title.ts';

export type OwnFormat = 'csv' | 'json';

/** Downloads the values of a dashlet that asks by itself, as they are now. What fails is a notification. */
export function useOwnDownload(
  nameOf: (title: string) => string,
): (dashlet: Dashlet, format: OwnFormat) => Promise<void> {
  const text = usePictureTexts();
  const kpis = useKpis();
  const language = useLanguage();
  return async (dashlet, format) => {
    const title = dashletTitle(dashlet, kpis, language);
    try {
      const values = await readOwnValues(dashlet.id);
      if (values === undefined) {
        showToast({ text: text('nothing', { title }), tone: 'bad' });
        return;
      }
      const { lines, answer, isCut = false } = values;
      const file =
        format === 'csv'
          ? { text: csvOf(lines), type: 'text/csv;charset=utf-8' }
          : { text: `${JSON.stringify(answer, null, 2)}\n`, type: 'application/json' };
      downloadText(`${nameOf(title)}.${format}`, file);
      if (isCut) showToast({ text: text('cut', { title, rows: formatNumber(lines.length - 1, language) }) });
    } catch (problem) {
      showToast({ text: text('unread', { title, reason: sentenceOf(problem, language) }), tone: 'bad' });
    }
  };
}
