import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { ownZone } from '#web/lib/zoned/local-time.ts';
import { useCsvItems } from '#web/ui/download/use-csv-items.ts';
import { useTableDownload } from '#web/ui/download/use-table-download.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useAlertingTexts } from '../texts/en.ts';

const loadTable = () => import('./alert-table.ts');

/** Menu items that download these alarms. */
export function useAlertFiles(rows: readonly AlarmRow[]): readonly MenuItem[] {
  const text = useAlertingTexts();
  const download = useTableDownload();
  const csvItems = useCsvItems();
  const timeZone = ownZone();
  const item = (format: 'csv' | 'xlsx', label: string): MenuItem => ({
    is: 'action',
    label,
    run: () =>
      void loadTable().then(({ alertTable }) =>
        download(
          {
            name: 'alerts',
            title: text('title'),
            timeZone,
            language: 'en',
            table: alertTable(rows, timeZone),
          },
          format,
        ),
      ),
  });
  return [item('csv', text('exportCsv')), item('xlsx', text('exportXlsx')), ...csvItems];
}
