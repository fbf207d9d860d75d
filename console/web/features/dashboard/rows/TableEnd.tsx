import { Suspense, useState } from 'react';
import { IconFilter, IconX } from '@tabler/icons-react';
import type { LineFilter } from '#schemas/data/line-filter.ts';
import { useLanguage } from '#web/lib/text.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { valueConditionText, lineFilterOf, type LineFilterColumn } from './row-filter-columns.ts';
import { useRowTexts } from './texts/en.ts';
import './table-end.css';

const RowFilterDialog = lazyOverlay(() => import('./RowFilterDialog.tsx'), 'RowFilterDialog');

interface Props {
  readonly title: string;
  readonly columns: readonly LineFilterColumn[];
  readonly filters: readonly LineFilter[];
  /** How many rows are shown, where there are more. */
  readonly note: string | undefined;
  readonly isEmpty: boolean;
  /** Undefined: the rows are those of the document, on a wall. */
  readonly onFilter: ((filters: readonly LineFilter[]) => void) | undefined;
}

function Chips({ columns, filters, onFilter }: Pick<Props, 'columns' | 'filters' | 'onFilter'>) {
  const text = useRowTexts();
  const language = useLanguage();
  return columns.map((column) => {
    const filter = lineFilterOf(column, filters);
    if (filter === undefined) return null;
    const { name } = column;
    const label =
      'contains' in filter
        ? text('chipContains', { name, text: filter.contains })
        : text('chip', {
            name,
            condition: valueConditionText(filter, 'unit' in column ? column.unit : 'scalar', language),
          });
    if (onFilter === undefined)
      return (
        <span key={column.id} className="tt-table-chip">
          {label}
        </span>
      );
    return (
      <button
        key={column.id}
        type="button"
        className="tt-table-chip"
        onClick={() => onFilter(filters.filter((one) => one !== filter))}
      >
        <IconX size={12} aria-hidden />
        {label}
      </button>
    );
  });
}

/** Below a table: its filters, and how many rows it does not show. */
export function TableEnd({ title, columns, filters, note, isEmpty, onFilter }: Props) {
  const text = useRowTexts();
  const [isOpen, setIsOpen] = useState(false);
  const canFilter = onFilter !== undefined && columns.length > 0;
  if (!canFilter && filters.length === 0 && note === undefined) return null;
  return (
    <div className="tt-table-end">
      {canFilter && (
        <IconButton
          small
          label={text('filter', { title })}
          icon={<IconFilter size={14} />}
          pressed={filters.length > 0}
          onClick={() => setIsOpen(true)}
        />
      )}
      <Chips columns={columns} filters={filters} onFilter={onFilter} />
      {isEmpty && <span role="status">{text('noRow')}</span>}
      {note !== undefined && <span className="tt-muted tt-ellipsis">{note}</span>}
      {isOpen && onFilter !== undefined && (
        <Suspense>
          <RowFilterDialog
            title={title}
            columns={columns}
            filters={filters}
            onApply={onFilter}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
