import type { Annotation } from '#schemas/annotation/annotation.ts';
import { listAnnotations } from '#schemas/annotation/routes.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import type { TableFormat } from '#web/lib/export/exported-table.ts';
import { useTableDownload } from '#web/ui/download/use-table-download.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { resultOf } from '../data/dashlet-data.ts';
import type { DataPage } from '../data/data-page.ts';
import { freshen } from '../data/freshen.ts';
import { earlierName } from '../dashlets/timeline/earlier-lines.ts';
import { shownElements } from '../dashlets/timeline/mark-query.ts';
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
  readonly customerId: number;
  /** Names the file of a dashlet by its title. */
  readonly fileName: (title: string) => string;
}

/** Downloads the values of a dashlet. What fails is a notification. */
export function useResultDownload({ page, name, customerId, fileName }: Options) {
  const text = useExportTexts();
  const chartText = useChartTexts();
  const pictureText = usePictureTexts();
  const words = useChartWords();
  const download = useTableDownload();
  const mayRead = usePermission('HOME.read');
  /** What users noted about the elements of a chart. */
  const annotationsOf = async (id: string): Promise<readonly Annotation[]> => {
    const [request, result] = [page.requestOf(id), resultOf(page.read(id))];
    if (!mayRead || request === undefined || result === undefined || result.from >= result.to) return [];
    const elements = [...shownElements(request, { result, kpis: words.kpis })];
    const body = { from: result.from, to: result.to, ...(elements.length > 0 && { elements }) };
    const reply = await call(listAnnotations, { params: { customerId }, body });
    return reply.annotations;
  };
  const run = async (dashlet: Dashlet, format: TableFormat): Promise<void> => {
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
    const annotations = dashlet.type === 'timeline' ? await annotationsOf(dashlet.id) : [];
    const earlier = (of: string): string => earlierName(of, { comparison }, chartText);
    const own = { ...words, text, annotations, earlier };
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
  return async (dashlet: Dashlet, format: TableFormat): Promise<void> => {
    try {
      await run(dashlet, format);
    } catch (error) {
      showToast({ text: sentenceOf(error, words.language), tone: 'bad' });
    }
  };
}
