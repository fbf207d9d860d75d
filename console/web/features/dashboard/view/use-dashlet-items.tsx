import { IconCode, IconDownload, IconRefresh } from '@tabler/icons-react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { downloadText } from '#web/lib/download-text.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { DataPage } from '../data/data-page.ts';
import { resultOf } from '../data/dashlet-data.ts';
import { useDashboardTexts } from '../use-dashboard-texts.ts';
import { csvOfResult } from './csv-of-result.ts';
import { dashletTitle } from './dashlet-title.ts';

/** What a reader does with a dashlet that shows values. */
export function useDashletItems(
  page: DataPage,
  onExplain: (dashlet: Dashlet) => void,
): (dashlet: Dashlet) => readonly MenuItem[] {
  const text = useDashboardTexts();
  const language = useLanguage();
  const kpis = useKpis();
  const mayExplain = usePermission('SUPPORT.MONITORING.read');
  return (dashlet) => {
    if (!('series' in dashlet.settings)) return [];
    const download = (): void => {
      const result = resultOf(page.read(dashlet.id));
      if (result === undefined) return;
      const words = { kpis, language, others: text('othersRow'), time: text('time') };
      const title = dashletTitle(dashlet, kpis, language).replaceAll(/[^\p{L}\p{N} -]/gu, '');
      downloadText(`${title}.csv`, { text: csvOfResult(result, words), type: 'text/csv' });
    };
    const explain: MenuItem = {
      is: 'action',
      label: text('explain'),
      icon: <IconCode size={15} />,
      run: () => onExplain(dashlet),
    };
    return [
      ...(mayExplain ? [explain] : []),
      { is: 'action', label: text('csv'), icon: <IconDownload size={15} />, run: download },
      {
        is: 'action',
        label: text('reload'),
        icon: <IconRefresh size={15} />,
        run: () => page.retry(dashlet.id),
      },
    ];
  };
}
