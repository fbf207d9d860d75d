import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { downloadText } from '#web/lib/download-text.ts';
import type { TableFormat } from '#web/lib/export/exported-table.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useTableDownload } from '#web/ui/download/use-table-download.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { readOwnValues } from '../data/own-values.ts';
import { usePictureTexts } from '../picture/texts/en.ts';
import { dashletTitle } from '../view/dashlet-title.ts';
import { useExportTexts } from './texts/en.ts';

export type OwnFormat = TableFormat | 'json';

interface Options {
  /** Of the document; undefined while it is edited. */
  readonly name: string | undefined;
  readonly timeZone: string;
  /** Names the file of a dashlet by its title. */
  readonly fileName: (title: string) => string;
}

/** Downloads the values of a dashlet that reads them itself, as they are now. What fails is a notification. */
export function useOwnDownload({ name, timeZone, fileName }: Options) {
  const text = usePictureTexts();
  const exportText = useExportTexts();
  const kpis = useKpis();
  const language = useLanguage();
  const download = useTableDownload();
  return async (dashlet: Dashlet, format: OwnFormat): Promise<void> => {
    const title = dashletTitle(dashlet, kpis, language);
    try {
      const values = await readOwnValues(dashlet.id);
      if (values === undefined) {
        showToast({ text: text('nothing', { title }), tone: 'bad' });
        return;
      }
      const { table, response, isCut = false } = values;
      if (format === 'json')
        downloadText(`${fileName(title)}.json`, {
          text: `${JSON.stringify(response, null, 2)}\n`,
          type: 'application/json',
        });
      else {
        const facts = name === undefined ? [] : [[exportText('document'), name]];
        await download({ name: fileName(title), title, timeZone, table, facts }, format);
      }
      if (isCut) showToast({ text: text('cut', { title, rows: formatNumber(table.rows.length, language) }) });
    } catch (problem) {
      showToast({ text: text('unread', { title, reason: sentenceOf(problem, language) }), tone: 'bad' });
    }
  };
}
