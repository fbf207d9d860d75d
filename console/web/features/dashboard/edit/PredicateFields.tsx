import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import {
  predicateOperators,
  ElementFilter,
  Predicate,
  type FilteredKind,
} from '#schemas/data/element-filter.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { requestElements, useSourceDocument } from '../data/request-data.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { useShownCustomer } from '../view/use-shown-customer.ts';
import { faultIn } from './fault/fault-in.ts';

interface Props {
  readonly element: FilteredKind;
  readonly relation?: ElementFilter['relation'];
  readonly predicates: readonly Predicate[];
  readonly onlyActive: boolean;
  /** Conditions that count as well. */
  readonly also?: readonly Predicate[];
  /** Absent: conditions. */
  readonly label?: string;
  readonly onChange: (predicates: Predicate[]) => void;
}

/** How many elements match now, of the customer whose data is shown. */
function MatchCount({
  element,
  relation,
  predicates: own,
  also = [],
  onlyActive,
}: Omit<Props, 'onChange' | 'label'>) {
  const predicates = [...also, ...own];
  const text = useDashboardTexts();
  const customerId = useShownCustomer();
  const document = useSourceDocument();
  const filter = ElementFilter.safeParse({ element, predicates, onlyActive });
  const { data } = useQuery({
    ...namedQuery('elements', ['count', customerId, element, relation, predicates, onlyActive], (signal) =>
      requestElements(
        { customerId: customerId ?? 0, document },
        {
          element,
          count: 0,
          filters: [{ element, ...(relation && { relation }), predicates, onlyActive }],
        },
        signal,
      ),
    ),
    enabled: customerId !== undefined && filter.success,
    placeholderData: keepPreviousData,
  });
  if (!filter.success || data === undefined) return null;
  return (
    <p className="tt-muted" role="status">
      {text('matching', { count: data.count })}
    </p>
  );
}

const needsNoValue = (operator: Predicate['operator']): boolean =>
  operator === 'exists' || operator === 'notexists';

/** Conditions on properties of elements, with the number of elements that match them. */
export function PredicateFields({ label, onChange, ...remaining }: Props) {
  const { predicates } = remaining;
  const text = useDashboardTexts();
  const language = useLanguage();
  const replace = (index: number, part: Partial<Predicate>): void =>
    onChange(predicates.map((each, other) => (other === index ? { ...each, ...part } : each)));
  return (
    <div className="tt-predicates" role="group" aria-label={label ?? text('conditions')}>
      {predicates.map(({ property, operator, values }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- predicates have no identity besides their place
        <div key={index} className="tt-predicate">
          <TextField
            label={text('property')}
            value={property}
            error={faultIn(Predicate, predicates[index], { path: 'property', language })}
            onChange={(value) => replace(index, { property: value })}
          />
          <Select
            label={text('operator')}
            options={predicateOperators.map((one) => ({ value: one, label: text(`operator_${one}`) }))}
            value={operator}
            onChange={(chosen) => {
              const next = predicateOperators.find((one) => one === chosen) ?? operator;
              replace(index, { operator: next, ...(needsNoValue(next) && { values: [] }) });
            }}
          />
          {!needsNoValue(operator) && (
            <TextField
              label={text('values')}
              placeholder={text('valuesHint')}
              value={values.join(', ')}
              error={faultIn(Predicate, predicates[index], { path: 'values', language })}
              onChange={(value) => replace(index, { values: value.split(',').map((one) => one.trimStart()) })}
            />
          )}
          <IconButton
            small
            label={text('removeCondition', { number: index + 1 })}
            icon={<IconTrash size={14} />}
            onClick={() => onChange(predicates.filter((_, other) => other !== index))}
          />
        </div>
      ))}
      <Button
        kind="quiet"
        icon={<IconPlus size={15} />}
        onClick={() => onChange([...predicates, { property: 'name', operator: 'contains', values: [''] }])}
      >
        {text('addCondition')}
      </Button>
      <MatchCount {...remaining} />
    </div>
  );
}
