import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { TableFormat } from '#web/lib/export/exported-table.ts';
import { useTableDownload } from '#web/ui/download/use-table-download.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { resultOf } from '../data/dashlet-data.ts';
import type { DataPage } from '../data/data-page.ts';
import { freshen } from '../data/freshen.ts';
import { earlierName } from '../dashlets/timeline/earlier-lines.ts';
import { useChartWords } from '../dashlets/use-chart-words.ts';
import { useChartTexts } from '../dashlets/texts/en.ts';
import { usePictureTexts } from '../picture/texts/en.ts';
import { dashletTitle } from '../view/dashlet-title.ts';
import { unreadReason } from '../view/dashlet-state.ts';
import { factsOfResult, tableOfResult } from './table-of-result.ts';
import { useExportTexts } from './texts/en.ts';

interface Options {
  readonly page: DataPage;
  /** Of the document; undefined while it is edited. */
  readonly name: string | undefined;
  /** Names the file of a dashlet by its title. */
  readonly fileName: (title: string) => string;
}

/** Downloads the values of a dashlet. What fails is a notification. */
export function useResultDownload({ page, name, fileName }: Options) {
  const text = useExportTexts();
  const chartText = useChartTexts();
  const pictureText = usePictureTexts();
  const words = useChartWords();
  const download = useTableDownload();
  return async (dashlet: Dashlet, format: TableFormat): Promise<void> => {
    const title = dashletTitle(dashlet, words.kpis, words.language);
    const reject = (reason: 'expired' | 'nothing' | 'pending'): void =>
      showToast({ text: pictureText(reason, { title }), tone: 'bad' });
    if (page.isPending(dashlet.id)) showToast({ text: pictureText('waiting', { title }) });
    if ((await freshen(page, [dashlet.id])).length > 0) return reject('expired');
    const data = page.read(dashlet.id);
    const unread = unreadReason(data, words.language);
    if (unread !== undefined) {
      showToast({ text: pictureText('unread', { title, reason: unread }), tone: 'bad' });
      return;
    }
    if (page.isPending(dashlet.id)) return reject('pending');
    const result = resultOf(data);
    if (result === undefined || !('series' in dashlet.settings)) return reject('nothing');
    const { settings } = dashlet;
    const { comparison } = { comparison: 'none' as const, ...settings };
    const own = { ...words, text, earlier: (of: string) => earlierName(of, { comparison }, chartText) };
    await download(
      {
        name: fileName(title),
        title,
        timeZone: result.timeZone,
        table: tableOfResult(result, settings.series, own),
        facts: [
          ...(name === undefined ? [] : [[text('document'), name]]),
          ...factsOfResult(result, settings.series, own),
        ],
      },
      format,
    );
  };
}
