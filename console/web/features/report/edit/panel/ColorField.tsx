import { useId } from 'react';
import { IconX } from '@tabler/icons-react';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { useReportTexts } from '../../texts/en.ts';

interface Props {
  readonly label: string;
  /** Undefined: none. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A colour on paper, or none. */
export function ColorField({ label, value, onChange }: Props) {
  const text = useReportTexts();
  const id = useId();
  return (
    <div className="tt-report-color">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="color"
        data-empty={value === undefined || undefined}
        value={value ?? '#ffffff'}
        onChange={({ target }) => onChange(target.value)}
      />
      {value !== undefined && (
        <IconButton
          small
          label={text('noColor', { name: label })}
          icon={<IconX size={13} />}
          onClick={() => onChange(undefined)}
        />
      )}
    </div>
  );
}
