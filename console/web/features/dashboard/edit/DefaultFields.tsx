import type { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { useDashboardTexts } from '../texts/en.ts';
import { ElementsField } from './ElementsField.tsx';
import { PredicateFields } from './PredicateFields.tsx';
import { useEditTexts } from './texts/en.ts';

interface Props {
  readonly filter: DocumentFilter;
  /** Of its selected elements. */
  readonly fault: string | undefined;
  readonly onChange: (part: Pick<DocumentFilter, 'default'>) => void;
}

type Default = DocumentFilter['default'];
type Strategy = Default['strategy'];

/** What a strategy starts with; a selection is not valid until an element is chosen. */
const starts: Readonly<Record<Strategy, Default>> = {
  all: { strategy: 'all' },
  first: { strategy: 'first' },
  selection: { strategy: 'selection', ids: [] },
  predicates: {
    strategy: 'predicates',
    predicates: [{ property: 'name', operator: 'exists', values: [] }],
  },
};
const strategies = Object.keys(starts) as Strategy[];

/** What a filter selects when a document opens: a mandatory one never all. */
export function DefaultFields({ filter, fault, onChange }: Props) {
  const text = useDashboardTexts();
  const editText = useEditTexts();
  const { default: chosen, element, relation, onlyActive, mandatory } = filter;
  const options = strategies
    .filter((one) => !mandatory || one !== 'all')
    .map((value) => ({
      value,
      label: value === 'selection' ? editText('selectedElements') : text(`strategy_${value}`),
    }));
  return (
    <>
      <Select
        label={text('defaultSelection')}
        options={options}
        value={chosen.strategy}
        onChange={(name) => onChange({ default: starts[strategies.find((one) => one === name) ?? 'first'] })}
      />
      {chosen.strategy === 'selection' && (
        <ElementsField
          label={editText('selectedElements')}
          element={element}
          ids={chosen.ids}
          error={fault}
          onChange={(ids) => onChange({ default: { strategy: 'selection', ids } })}
        />
      )}
      {chosen.strategy === 'predicates' && (
        <PredicateFields
          label={text('strategy_predicates')}
          element={element}
          relation={relation}
          onlyActive={onlyActive}
          predicates={chosen.predicates}
          also={filter.predicates}
          onChange={(predicates) => onChange({ default: { strategy: 'predicates', predicates } })}
        />
      )}
    </>
  );
}
