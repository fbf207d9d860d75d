import { IconCode, IconDownload, IconPhotoDown, IconRefresh } from '@tabler/icons-react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { now } from '#web/lib/clock.ts';
import { downloadText } from '#web/lib/download-text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { DataPage } from '../data/data-page.ts';
import { resultOf } from '../data/dashlet-data.ts';
import { freshen } from '../data/freshen.ts';
import { earlierName } from '../dashlets/timeline/earlier-lines.ts';
import { useChartTexts, useChartWords } from '../dashlets/use-chart-texts.ts';
import { exportName } from '../picture/picture-layout.ts';
import { usePictureTexts } from '../picture/use-picture-texts.ts';
import { useDashboardTexts } from '../use-dashboard-texts.ts';
import { csvOfResult } from './csv-of-result.ts';
import { unreadReason } from './dashlet-state.ts';
import { dashletTitle } from './dashlet-title.ts';
import { useOwnDownload } from '../data/use-own-download.ts';
import type { OwnFormat } from '../data/use-own-download.ts';
import type { ChosenContext } from './use-document-context.ts';

interface Options {
  readonly page: DataPage;
  /** Of the document; undefined while it is edited. */
  readonly name: string | undefined;
  readonly chosen: Pick<ChosenContext, 'at'>;
  readonly onExplain: (dashlet: Dashlet) => void;
  readonly onPicture: ((dashlet: Dashlet) => void) | undefined;
}

/** Names a file after document, dashlet and period. */
const fileName = ({ name, chosen }: Pick<Options, 'name' | 'chosen'>, title: string): string =>
  exportName(name === undefined ? [title] : [name, title], chosen.at(Math.floor(now() / 1_000)).period);

/** Downloads the values of a dashlet as a CSV file. What fails is a notification. */
function useCsv({ page, name, chosen }: Options): (dashlet: Dashlet) => Promise<void> {
  const text = useDashboardTexts();
  const chartText = useChartTexts();
  const pictureText = usePictureTexts();
  const words = useChartWords();
  return async (dashlet) => {
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
    const csv = csvOfResult(result, settings.series, {
      ...words,
      time: text('time'),
      earlier: (of) => earlierName(of, { comparison }, chartText),
    });
    downloadText(`${fileName({ name, chosen }, title)}.csv`, { text: csv, type: 'text/csv;charset=utf-8' });
  };
}

/** What a reader does with a dashlet that shows values. */
export function useDashletItems(options: Options): (dashlet: Dashlet) => readonly MenuItem[] {
  const { page, onExplain, onPicture } = options;
  const text = useDashboardTexts();
  const pictureText = usePictureTexts();
  const download = useCsv(options);
  const downloadOwn = useOwnDownload((title) => fileName(options, title));
  const mayExplain = usePermission('SUPPORT.MONITORING.read');
  return (dashlet) => {
    const picture: readonly MenuItem[] =
      onPicture === undefined
        ? []
        : [
            {
              is: 'action',
              label: pictureText('ofDashlet'),
              icon: <IconPhotoDown size={15} />,
              run: () => onPicture(dashlet),
            },
          ];
    const downloads = (formats: readonly OwnFormat[]): readonly MenuItem[] =>
      formats.map((format) => ({
        is: 'action',
        label: text(format),
        icon: <IconDownload size={15} />,
        run: () => void downloadOwn(dashlet, format),
      }));
    if (dashlet.type === 'inventory') return [...downloads(['csv']), ...picture];
    if (dashlet.type === 'sdwan') return [...downloads(['csv', 'json']), ...picture];
    if (!('series' in dashlet.settings)) return picture;
    const explain: MenuItem = {
      is: 'action',
      label: text('explain'),
      icon: <IconCode size={15} />,
      run: () => onExplain(dashlet),
    };
    return [
      ...(mayExplain ? [explain] : []),
      {
        is: 'action',
        label: text('csv'),
        icon: <IconDownload size={15} />,
        run: () => void download(dashlet),
      },
      ...picture,
      {
        is: 'action',
        label: text('reload'),
        icon: <IconRefresh size={15} />,
        run: () => page.retry(dashlet.id),
      },
    ];
  };
}
