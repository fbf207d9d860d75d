import { IconPlus, IconTrash } from '@tabler/icons-react';
import { isAscending, thresholdLevels, type Thresholds } from '#schemas/dashboard/dashlet-parts.ts';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { useDashboardTexts } from '../texts/en.ts';
import { useEditTexts } from './texts/en.ts';

interface Props {
  readonly label: string;
  readonly thresholds: Thresholds;
  readonly error: string | undefined;
  readonly onChange: (thresholds: Thresholds) => void;
}

const isLevel = (text: string): text is Thresholds[number]['level'] =>
  (thresholdLevels as readonly string[]).includes(text);

/** Levels from a value on, in ascending order. */
export function ThresholdFields({ label, thresholds, error, onChange }: Props) {
  const text = useDashboardTexts();
  const words = useEditTexts();
  const language = useLanguage();
  const replace = (index: number, part: Partial<Thresholds[number]>): void =>
    onChange(thresholds.map((each, other) => (other === index ? { ...each, ...part } : each)));
  const add = (): void => {
    const last = thresholds.at(-1);
    onChange([...thresholds, { from: last === undefined ? 80 : last.from + 10, level: 'warning' }]);
  };
  return (
    <div className="tt-thresholds" role="group" aria-label={label}>
      {thresholds.map(({ from, level }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- thresholds have no identity besides their place
        <div key={index} className="tt-threshold">
          <NumberField
            label={text('thresholdFrom')}
            decimals={6}
            value={from}
            onChange={(value) => value !== null && replace(index, { from: value })}
          />
          <Select
            label={text('level')}
            options={thresholdLevels.map((one) => ({ value: one, label: text(`level_${one}`) }))}
            value={level}
            onChange={(chosen) => isLevel(chosen) && replace(index, { level: chosen })}
          />
          <IconButton
            small
            label={text('removeThreshold', { number: index + 1 })}
            icon={<IconTrash size={14} />}
            onClick={() => onChange(thresholds.filter((_, other) => other !== index))}
          />
        </div>
      ))}
      {error !== undefined && (
        <p className="tt-field-fault">
          {isAscending(thresholds) ? error : labelled(error, words('ascendingHint'), language)}
        </p>
      )}
      <Button kind="quiet" icon={<IconPlus size={15} />} onClick={add}>
        {labelled(label, text('addThreshold'), language)}
      </Button>
    </div>
  );
}
