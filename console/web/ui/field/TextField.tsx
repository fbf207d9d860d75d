import type { ReactNode, Ref } from 'react';
import { InputFrame } from './InputFrame.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name?: string;
  /** Autofill of the browser; off when left out. */
  readonly autoComplete?: string;
  readonly placeholder?: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  /** Id of an error text elsewhere, such as one for two fields side by side. */
  readonly invalidBy?: string | undefined;
  readonly required?: boolean;
  /** Focused when its dialog opens. */
  readonly first?: boolean;
  readonly icon?: ReactNode;
  readonly right?: ReactNode;
  /** The label is for screen readers only, as in a toolbar. */
  readonly quietLabel?: boolean;
  readonly onBlur?: () => void;
  readonly id?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField(props: Props) {
  const { label, onChange, icon, right, quietLabel = false, required = false, first = false } = props;
  const { autoComplete = 'off', id, description, error, invalidBy, ...remaining } = props;
  const { name, value, placeholder, onBlur, ref } = remaining;
  return (
    <InputFrame
      label={quietLabel ? undefined : label}
      left={icon}
      id={id}
      required={required}
      description={description}
      error={error}
      invalidBy={invalidBy}
      right={right}
    >
      {(input) => (
        <input
          {...input}
          name={name}
          value={value}
          placeholder={placeholder}
          autoComplete={autoComplete}
          onBlur={onBlur}
          ref={ref}
          type="text"
          aria-label={quietLabel ? label : undefined}
          aria-required={required || undefined}
          data-autofocus={first || undefined}
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </InputFrame>
  );
}
