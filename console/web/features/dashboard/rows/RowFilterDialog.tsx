import { useState } from 'react';
import { valueOperators, type LineFilter } from '#schemas/data/line-filter.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { lineFilterOf, type LineFilterColumn } from './row-filter-columns.ts';
import { useRowTexts } from './texts/en.ts';

interface Props {
  readonly title: string;
  readonly columns: readonly LineFilterColumn[];
  readonly filters: readonly LineFilter[];
  readonly onApply: (filters: readonly LineFilter[]) => void;
  readonly onClose: () => void;
}

interface ColumnProps {
  readonly column: LineFilterColumn;
  readonly filter: LineFilter | undefined;
  readonly onChange: (filter: LineFilter | undefined) => void;
}

function ColumnFilter({ column, filter, onChange }: ColumnProps) {
  const text = useRowTexts();
  const { name } = column;
  if ('key' in column)
    return (
      <TextField
        label={text('contains', { name })}
        value={filter !== undefined && 'contains' in filter ? filter.contains : ''}
        onChange={(contains) => onChange(contains === '' ? undefined : { key: column.key, contains })}
      />
    );
  const { series } = column;
  const own = filter !== undefined && 'operator' in filter ? filter : undefined;
  const chooseOperator = (chosen: string): void => {
    const operator = valueOperators.find((one) => one === chosen);
    onChange(operator && { series, operator, value: own?.value ?? 0 });
  };
  return (
    <div className="tt-dashlet-pair">
      <Select
        label={text('operator', { name })}
        options={[
          { value: '', label: text('any') },
          ...valueOperators.map((operator) => ({ value: operator, label: operator })),
        ]}
        value={own?.operator ?? ''}
        onChange={chooseOperator}
      />
      {own !== undefined && (
        <NumberField
          label={text('value', { name })}
          decimals={6}
          value={own.value}
          onChange={(value) => onChange({ ...own, value: value ?? 0 })}
        />
      )}
    </div>
  );
}

/** Which rows of a table are shown: a condition per column. */
export function RowFilterDialog({ title, columns, filters, onApply, onClose }: Props) {
  const text = useRowTexts();
  const [chosen, setChosen] = useState(filters);
  const replace = (column: LineFilterColumn, filter: LineFilter | undefined): void => {
    const others = chosen.filter((one) => one !== lineFilterOf(column, chosen));
    setChosen(filter === undefined ? others : [...others, filter]);
  };
  const apply = (next: readonly LineFilter[]): void => {
    onApply(next.filter((filter) => !('contains' in filter) || filter.contains.trim() !== ''));
    onClose();
  };
  return (
    <Dialog
      open
      title={text('title', { title })}
      actions={
        <>
          <Button onClick={() => apply([])}>{text('all')}</Button>
          <Button kind="primary" onClick={() => apply(chosen)}>
            {text('apply')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <div className="tt-dashlet-form">
        <p className="tt-muted">{text('hint')}</p>
        {columns.map((column) => (
          <ColumnFilter
            key={column.id}
            column={column}
            filter={lineFilterOf(column, chosen)}
            onChange={(filter) => replace(column, filter)}
          />
        ))}
      </div>
    </Dialog>
  );
}
