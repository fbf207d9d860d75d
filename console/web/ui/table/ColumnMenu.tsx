import { IconColumns3 } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { lazyOverlay } from '../overlay/lazy-overlay.tsx';
import { useUiTexts } from '../texts/en.ts';
import { columnChanges } from './layout/column-changes.ts';
import type { ColumnListProps } from './ColumnPopup.tsx';
import { declaredLayout, isColumnShown, withToggled } from './layout/table-layout.ts';
import type { TableColumns } from './use-table-columns.ts';

interface Props<T> {
  readonly label: string;
  readonly columns: TableColumns<T>;
}

const load = () => import('./ColumnPopup.tsx');
const ColumnPopup = lazyOverlay(load, 'ColumnPopup');

const listOf = <T,>(columns: TableColumns<T>): ColumnListProps => {
  const { layout, change, arranged, visible, widths } = columns;
  const listed = arranged.filter(({ quietHeader }) => quietHeader !== true);
  return {
    columns: listed.map((column) => {
      const isChosen = isColumnShown(layout, column);
      const place = visible.indexOf(column);
      return {
        id: column.id,
        name: column.header,
        isFixed: column.fixed === true,
        isChosen,
        isDropped: isChosen && place < 0,
        widthPx: widths?.[place] ?? column.width,
      };
    }),
    changes: columnChanges(columns, arranged),
    onToggle: (id) => {
      const column = listed.find((one) => one.id === id);
      if (column !== undefined) change(withToggled(layout, column));
    },
    onReset: () => change(declaredLayout),
  };
};

/** Chooses, moves and resizes the columns of a table by pointer or keyboard, and resets them. */
export function ColumnMenu<T>({ label, columns }: Props<T>) {
  const text = useUiTexts();
  const [isRequested, setRequested] = useState(false);
  const title = text('columnsOf', { table: label });
  const target = (
    <IconButton
      small
      label={title}
      icon={<IconColumns3 size={15} />}
      aria-haspopup="dialog"
      onPointerEnter={() => void load()}
      onClick={() => setRequested(true)}
    />
  );
  return (
    <div className="tt-table-columns">
      {isRequested ? (
        <Suspense fallback={target}>
          <ColumnPopup
            label={title}
            target={target}
            onClose={() => setRequested(false)}
            {...listOf(columns)}
          />
        </Suspense>
      ) : (
        target
      )}
    </div>
  );
}
