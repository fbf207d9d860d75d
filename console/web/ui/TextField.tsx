import { TextInput } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name?: string;
  readonly autoComplete?: string;
  readonly placeholder?: string;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly icon?: ReactNode;
  readonly right?: ReactNode;
  /** The label is read aloud only, as in a toolbar. */
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
  ...rest
}: Props) {
  return (
    <TextInput
      // A hint below: entries side by side stay in line.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...rest}
      {...(quietLabel ? { 'aria-label': label } : { label })}
      withAsterisk={required}
      aria-required={required || undefined}
      leftSection={icon}
      rightSection={right}
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
