import { IconCode, IconDownload, IconPhotoDown, IconRefresh } from '@tabler/icons-react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { downloadText } from '#web/lib/download-text.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { DataPage } from '../data/data-page.ts';
import { resultOf } from '../data/dashlet-data.ts';
import { freshen } from '../data/freshen.ts';
import { useChartWords } from '../dashlets/use-chart-texts.ts';
import { usePictureTexts } from '../picture/use-picture-texts.ts';
import { useDashboardTexts } from '../use-dashboard-texts.ts';
import { csvOfResult } from './csv-of-result.ts';
import { dashletTitle } from './dashlet-title.ts';

/** What a reader does with a dashlet that shows values. */
export function useDashletItems(
  page: DataPage,
  onExplain: (dashlet: Dashlet) => void,
  onPicture: ((dashlet: Dashlet) => void) | undefined,
): (dashlet: Dashlet) => readonly MenuItem[] {
  const text = useDashboardTexts();
  const pictureText = usePictureTexts();
  const language = useLanguage();
  const kpis = useKpis();
  const words = useChartWords();
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
    if (!('series' in dashlet.settings)) return picture;
    const title = dashletTitle(dashlet, kpis, language);
    const download = async (): Promise<void> => {
      if ((await freshen(page, [dashlet.id])).length > 0) {
        showToast({ text: pictureText('expired', { title }), tone: 'bad' });
        return;
      }
      const result = resultOf(page.read(dashlet.id));
      if (result === undefined) return;
      const name = title.replaceAll(/[^\p{L}\p{N} -]/gu, '');
      downloadText(`${name}.csv`, {
        text: csvOfResult(result, { ...words, time: text('time') }),
        type: 'text/csv',
      });
    };
    const explain: MenuItem = {
      is: 'action',
      label: text('explain'),
      icon: <IconCode size={15} />,
      run: () => onExplain(dashlet),
    };
    return [
      ...(mayExplain ? [explain] : []),
      { is: 'action', label: text('csv'), icon: <IconDownload size={15} />, run: () => void download() },
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
