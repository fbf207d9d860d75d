import { useState } from 'react';
import { inventoryLimits } from '#schemas/limit/inventory.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import type { TableFormat } from '#web/lib/export/exported-table.ts';
import { formatNumber } from '#web/lib/format.ts';
import { ownZone } from '#web/lib/zoned/local-time.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useTableDownload } from '#web/ui/download/use-table-download.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { arrangedColumns, isColumnShown } from '#web/ui/table/layout/table-layout.ts';
import { useTableLayout } from '#web/ui/table/layout/use-table-layout.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { isOwnedBy, type ColumnOwner, type PlacedRow } from './inventory-columns.tsx';
import { readCompleteList, type ListedCustomers } from './inventory-queries.ts';
import type { InventoryListSearch } from './inventory-search.ts';
import { listTable } from './list-table.ts';
import { fileColumns } from './live/live-kinds.ts';
import { useInventoryTexts } from './texts/en.ts';

/** Downloads the list with the columns as displayed, or those of an owner among them. */
export function useListDownload(
  of: ListedCustomers,
  search: InventoryListSearch,
  columns: readonly Column<PlacedRow>[],
) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const { layout } = useTableLayout(`inventory-${search.kind}`);
  const downloadTable = useTableDownload();
  const write = async (format: TableFormat, owner?: ColumnOwner): Promise<void> => {
    setBusy(true);
    try {
      const { elements, isCut } = await readCompleteList(of, search);
      const shown = arrangedColumns(columns, layout.order).filter(
        (column) =>
          column.id !== 'actions' &&
          isColumnShown(layout, column) &&
          (owner === undefined || isOwnedBy(column.id, owner)),
      );
      const ids = fileColumns(shown.map(({ id }) => id));
      const isWritten = await downloadTable(
        {
          name: search.kind,
          title: text(`kind_${search.kind}`),
          timeZone: ownZone(),
          table: listTable(elements, ids, language),
        },
        format,
      );
      if (!isWritten) return;
      showToast({
        text: isCut
          ? text('downloadCut', { rows: formatNumber(inventoryLimits.maxFileRows, language) })
          : text('downloaded', { count: elements.length }),
      });
    } catch (error) {
      showToast({ text: sentenceOf(error, language), tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  const download = (format: TableFormat, owner?: ColumnOwner): void => void write(format, owner);
  return { busy, download };
}
