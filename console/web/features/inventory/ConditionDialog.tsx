import { useState } from 'react';
import { predicateOperators, type PredicateOperator } from '#schemas/data/element-filter.ts';
import { propertyName } from '#schemas/inventory/list/property-names.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import type { Condition } from './conditions-of.ts';
import { useInventoryTexts } from './texts/en.ts';

interface Props {
  readonly properties: readonly string[];
  readonly onAdd: (condition: Condition) => void;
  readonly onClose: () => void;
}

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** A condition on a property of the listed elements. */
export function ConditionDialog({ properties, onAdd, onClose }: Props) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const [property, setProperty] = useState(properties[0] ?? 'name');
  const [operator, setOperator] = useState<PredicateOperator>('contains');
  const [typed, setTyped] = useState('');
  const hasValues = operator !== 'exists' && operator !== 'notexists';
  const values = hasValues ? linesOf(typed) : [];
  const apply = (): void => {
    onAdd({ property, operator, values });
    onClose();
  };
  return (
    <Dialog
      open
      title={text('addFilter')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button
            kind="primary"
            disabledReason={hasValues && values.length === 0 ? text('valuesHint') : undefined}
            onClick={apply}
          >
            {text('apply')}
          </Button>
        </>
      }
    >
      <div className="tt-inventory-condition">
        <Select
          label={text('property')}
          searchable
          options={properties.map((value) => ({ value, label: propertyName(value, language) }))}
          value={property}
          onChange={setProperty}
        />
        <Select
          label={text('operator')}
          options={predicateOperators.map((value) => ({ value, label: text(`operator_${value}`) }))}
          value={operator}
          onChange={(value) => setOperator(predicateOperators.find((each) => each === value) ?? 'contains')}
        />
        {hasValues && (
          <TextArea
            first
            label={text('values')}
            description={text('valuesHint')}
            rows={3}
            maxLength={2_000}
            value={typed}
            onChange={setTyped}
          />
        )}
      </div>
    </Dialog>
  );
}
