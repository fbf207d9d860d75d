import { Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconMinus, IconPlus, IconRestore } from '@tabler/icons-react';
import { cloneElement, useRef, useState, type ReactElement, type Ref } from 'react';
import { Button } from '../button/Button.tsx';
import { IconButton } from '../button/IconButton.tsx';
import { Checkbox } from '../field/Checkbox.tsx';
import { useUiTexts } from '../texts/en.ts';
import type { ColumnChanges } from './table-column.ts';
import './column-menu.css';

interface ListedColumn {
  readonly id: string;
  readonly name: string;
  readonly isFixed: boolean;
  readonly isChosen: boolean;
  /** Chosen, and left out since the table is too narrow. */
  readonly isDropped: boolean;
  readonly widthPx: number;
}

export interface ColumnListProps {
  readonly columns: readonly ListedColumn[];
  readonly changes: ColumnChanges;
  readonly onToggle: (id: string) => void;
  readonly onReset: () => void;
}

/** By a press, a column becomes this much wider or narrower. */
const stepPx = 32;

function Entry({
  column,
  changes,
  onToggle,
  place,
  count,
}: Omit<ColumnListProps, 'columns' | 'onReset'> & {
  readonly column: ListedColumn;
  readonly place: number;
  readonly count: number;
}) {
  const text = useUiTexts();
  const { id, name, isDropped, isChosen, isFixed, widthPx } = column;
  return (
    <li>
      <Checkbox
        label={isDropped ? text('columnNoRoom', { column: name }) : name}
        checked={isChosen}
        disabled={isFixed}
        onChange={() => onToggle(id)}
      />
      <IconButton
        small
        label={text('columnNarrower', { column: name })}
        icon={<IconMinus size={14} />}
        onClick={() => changes.onResize(id, widthPx - stepPx, true)}
      />
      <IconButton
        small
        label={text('columnWider', { column: name })}
        icon={<IconPlus size={14} />}
        onClick={() => changes.onResize(id, widthPx + stepPx, true)}
      />
      <IconButton
        small
        label={text('columnEarlier', { column: name })}
        icon={<IconArrowUp size={14} />}
        disabledReason={place === 0 ? text('columnIsFirst') : undefined}
        onClick={() => changes.onShift(id, -1)}
      />
      <IconButton
        small
        label={text('columnLater', { column: name })}
        icon={<IconArrowDown size={14} />}
        disabledReason={place === count - 1 ? text('columnIsLast') : undefined}
        onClick={() => changes.onShift(id, 1)}
      />
    </li>
  );
}

interface Props extends ColumnListProps {
  readonly label: string;
  readonly target: ReactElement<{ readonly ref?: Ref<HTMLButtonElement>; readonly onClick?: () => void }>;
}

/** The list of the columns of a table, loaded on first use; it opens once loaded. */
export function ColumnPopup({ label, target, columns, changes, onToggle, onReset }: Props) {
  const text = useUiTexts();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(true);
  const change = (next: boolean) => {
    // From inside the list the focus returns to its button; a click elsewhere keeps its target focused.
    if (!next && document.activeElement?.closest('[role="dialog"]') !== null) button.current?.focus();
    setOpen(next);
  };
  return (
    <Popover
      opened={open}
      onChange={change}
      position="bottom-end"
      offset={4}
      trapFocus
      withinPortal
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{cloneElement(target, { ref: button, onClick: () => setOpen(!open) })}</Popover.Target>
      <Popover.Dropdown className="tt-column-menu" aria-label={label}>
        <ul className="tt-column-list">
          {columns.map((column, place) => (
            <Entry
              key={column.id}
              column={column}
              changes={changes}
              onToggle={onToggle}
              place={place}
              count={columns.length}
            />
          ))}
        </ul>
        <Button kind="quiet" icon={<IconRestore size={15} />} onClick={onReset}>
          {text('resetColumns')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
