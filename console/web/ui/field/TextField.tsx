import { TextInput } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

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

export function TextField({
  label,
  onChange,
  icon,
  right,
  quietLabel = false,
  required = false,
  first = false,
  autoComplete = 'off',
  invalidBy,
  ...rest
}: Props) {
  return (
    <TextInput
      {...rest}
      autoComplete={autoComplete}
      {...(quietLabel ? { 'aria-label': label } : { label })}
      data-autofocus={first || undefined}
      withAsterisk={required}
      aria-required={required || undefined}
      {...(invalidBy !== undefined && { 'aria-invalid': true, 'aria-describedby': invalidBy })}
      leftSection={icon}
      rightSection={right}
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
