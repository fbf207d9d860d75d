import { useId } from 'react';
import './checkbox.css';

interface Props {
  readonly label: string;
  readonly checked: boolean;
  readonly some?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly quietLabel?: boolean;
  readonly tabIndex?: number;
  readonly disabled?: boolean;
}

/** Without Mantine: every table has it, and would load Mantine's frame of inputs with it. */
export function Checkbox({ label, some = false, quietLabel = false, onChange, ...remaining }: Props) {
  const id = useId();
  return (
    <div className="tt-checkbox">
      <input
        {...remaining}
        {...(quietLabel ? { 'aria-label': label } : { id })}
        type="checkbox"
        ref={(input) => {
          // A property without an attribute: React does not know it.
          if (input !== null) input.indeterminate = some;
        }}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <svg viewBox="0 0 10 7" aria-hidden>
        <path d={some ? 'M1 3.5h8' : 'M1 3.5 4 6 9 1'} />
      </svg>
      {!quietLabel && <label htmlFor={id}>{label}</label>}
    </div>
  );
}
