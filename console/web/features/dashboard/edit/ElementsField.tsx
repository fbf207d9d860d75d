import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FilteredKind } from '#schemas/data/element-filter.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useShownName } from '#web/kernel/text/use-shown-name.ts';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { requestElements, useSourceDocument } from '../data/request-data.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { useShownCustomer } from '../view/use-shown-customer.ts';

interface Props {
  readonly label: string;
  readonly description?: string | undefined;
  readonly placeholder?: string;
  readonly element: FilteredKind;
  readonly ids: readonly number[];
  readonly max?: number;
  readonly error?: string | undefined;
  readonly onChange: (ids: number[]) => void;
}

/** Elements of a kind by typing; those selected are always among them. */
export function ElementsField({ element, ids, max = dataLimits.maxValues, onChange, ...remaining }: Props) {
  const text = useDashboardTexts();
  const shownName = useShownName();
  const [search, setSearch] = useState('');
  const customerId = useShownCustomer();
  const document = useSourceDocument();
  const { data } = useQuery({
    ...namedQuery('elements', ['field', customerId, document, element, search, ids], (signal) =>
      requestElements({ customerId: customerId ?? 0, document }, { element, search, ids: [...ids] }, signal),
    ),
    enabled: customerId !== undefined,
    placeholderData: keepPreviousData,
  });
  const known = new Map(
    data?.elements.map(({ id, label, deleted }) => [id, shownName({ name: label, deleted })]),
  );
  // An element that is not known any more keeps its place, so that it can be removed.
  const all = [...new Set([...ids, ...known.keys()])];
  const unknownWord = (id: number): string => (data === undefined ? String(id) : text('filterUnknown'));
  return (
    <MultiSelect
      {...remaining}
      options={all.map((id) => ({ value: String(id), label: known.get(id) ?? unknownWord(id) }))}
      values={ids.map(String)}
      max={max}
      nothingFound={text('filterNothing')}
      onSearch={setSearch}
      onChange={(values) => onChange(values.map(Number))}
    />
  );
}
