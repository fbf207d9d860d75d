import { useState } from 'react';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { inventoryLimits } from '#schemas/limit/inventory.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { csvOf } from '#web/lib/csv.ts';
import { downloadText } from '#web/lib/download-text.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
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

/** What a file has of an element in a column: as the interface says it, not as the screen words it. */
function cellOf(element: InventoryElement, column: string, language: Language): string {
  const { active, customer, status, orphan } = element;
  if (column === 'line') return findingsText(element, language);
  const own = { collection: String(active), customer: String(customer), motivation: status?.comment, orphan };
  return Object.hasOwn(own, column) ? (own[column as keyof typeof own] ?? '') : valueOf(element, column);
}

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
      const cells = ({ element }: Pick<PlacedRow, 'element'>) =>
        shown.map(({ id }) => cellOf(element, id, language));
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
