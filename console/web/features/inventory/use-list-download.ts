import { useState } from 'react';
import { inventoryLimits } from '#schemas/limit/inventory.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { csvOf } from '#web/lib/csv.ts';
import { downloadText } from '#web/lib/download-text.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { arrangedColumns } from '#web/ui/table/layout/table-layout.ts';
import { useTableLayout } from '#web/ui/table/layout/use-table-layout.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { findingsText, isOwnedBy, valueOf } from './inventory-columns.tsx';
import type { ColumnOwner, PlacedRow } from './inventory-columns.tsx';
import { readWholeList } from './inventory-queries.ts';
import type { ListedCustomers } from './inventory-queries.ts';
import type { ListSearch } from './inventory-search.ts';
import { useInventoryTexts } from './use-inventory-texts.ts';

/** Downloads the list with the columns as displayed, or those of an owner among them. */
export function useListDownload(
  of: ListedCustomers,
  search: ListSearch,
  columns: readonly Column<PlacedRow>[],
) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const { layout } = useTableLayout(`inventory-${search.kind}`);
  const download = async (owner?: ColumnOwner): Promise<void> => {
    setBusy(true);
    try {
      const { elements, isCut } = await readWholeList(of, search);
      const shown = arrangedColumns(columns, layout.order).filter(
        ({ id }) =>
          id !== 'actions' && !layout.hidden.includes(id) && (owner === undefined || isOwnedBy(id, owner)),
      );
      const cells = ({ element }: { readonly element: PlacedRow['element'] }) =>
        shown.map(({ id }) =>
          id === 'collection'
            ? String(element.active)
            : id === 'customer'
              ? String(element.customer)
              : id === 'motivation'
                ? (element.status?.comment ?? '')
                : id === 'line'
                  ? findingsText(element, language)
                  : valueOf(element, id),
        );
      const lines = [shown.map(({ id }) => id), ...elements.map((element) => cells({ element }))];
      downloadText(`${search.kind}.csv`, { text: csvOf(lines), type: 'text/csv;charset=utf-8' });
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
  return { busy, download };
}
