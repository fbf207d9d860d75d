import { useLayoutEffect, useRef, useState } from 'react';
import { IconTrash } from '@tabler/icons-react';
import { ElementFilter, filteredKinds } from '#schemas/data/element-filter.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { useLanguage } from '#web/lib/text.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { elementKindNames } from '#web/kernel/kpi/element-kind-names.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { ElementsField } from './ElementsField.tsx';
import { PredicateFields } from './PredicateFields.tsx';
import type { SettingsEdit } from './settings-edit.ts';
import { useEditTexts } from './texts/en.ts';

interface Props {
  readonly filters: readonly ElementFilter[];
  readonly edit: SettingsEdit;
}

function OneFilter({
  filter,
  isNew,
  onChange,
  onRemove,
}: {
  readonly filter: ElementFilter;
  /** Whether it was added by hand just now. */
  readonly isNew: boolean;
  readonly onChange: (part: Partial<ElementFilter>) => void;
  readonly onRemove: () => void;
}) {
  const text = useDashboardTexts();
  const editText = useEditTexts();
  const name = elementKindNames[filter.element][useLanguage()];
  const box = useRef<HTMLFieldSetElement>(null);
  // What was added is what the user fills in next, wherever the list begins.
  useLayoutEffect(() => {
    if (!isNew) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <fieldset ref={box} className="tt-dashlet-series">
      <legend>{name}</legend>
      <ElementsField
        label={editText('selectedElements')}
        placeholder={text('filterAll')}
        element={filter.element}
        ids={filter.ids ?? []}
        onChange={(ids) => onChange({ ids: ids.length === 0 ? undefined : ids })}
      />
      <PredicateFields
        element={filter.element}
        predicates={filter.predicates}
        onlyActive={filter.onlyActive}
        onChange={(predicates) => onChange({ predicates })}
      />
      <Switch
        label={text('onlyActive')}
        checked={filter.onlyActive}
        onChange={(onlyActive) => onChange({ onlyActive })}
      />
      <IconButton
        small
        label={text('removeFilter', { name })}
        icon={<IconTrash size={14} />}
        onClick={onRemove}
      />
    </fieldset>
  );
}

/** Filters that a dashlet has besides those of the document. */
export function OwnFilterFields({ filters, edit }: Props) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const [added, setAdded] = useState<number>();
  const free = filters.length < dataLimits.maxFilters ? filteredKinds : [];
  const add = (kind: string): void => {
    const element = free.find((one) => one === kind);
    if (element === undefined) return;
    setAdded(filters.length);
    edit(['filters', filters.length], ElementFilter.parse({ element }));
  };
  return (
    <div className="tt-dashlet-part">
      {filters.map((filter, index) => (
        <OneFilter
          // oxlint-disable-next-line react/no-array-index-key -- filters have no identity besides their place
          key={index}
          filter={filter}
          isNew={index === added}
          onChange={(part) => edit(['filters', index], { ...filter, ...part }, `filter ${String(index)}`)}
          onRemove={() => {
            setAdded(undefined);
            edit(
              ['filters'],
              filters.filter((_, other) => other !== index),
            );
          }}
        />
      ))}
      <Select
        label={text('addFilter')}
        options={free.map((kind) => ({ value: kind, label: elementKindNames[kind][language] }))}
        value={null}
        onChange={add}
      />
    </div>
  );
}
