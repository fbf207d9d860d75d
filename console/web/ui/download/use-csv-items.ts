import { csvDialects } from '#schemas/csv/csv-dialect.ts';
import { chooseCsvDialect, useCsvDialect } from '#web/lib/export/csv-choice.ts';
import type { MenuItem } from '../menu/menu-item.ts';
import { useDownloadTexts } from './texts/en.ts';

/** The end of a menu with downloads: in which form CSV files are written. */
export function useCsvItems(): readonly MenuItem[] {
  const text = useDownloadTexts();
  const chosen = useCsvDialect();
  return [
    { is: 'heading', label: text('format') },
    ...csvDialects.map((dialect): MenuItem => ({
      is: 'action',
      label: text(dialect),
      chosen: dialect === chosen,
      run: () => chooseCsvDialect(dialect),
    })),
  ];
}
