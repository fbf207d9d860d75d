import { TextInput } from '@mantine/core';

interface Props {
  readonly label: string;
  /** Day and time, or a time of day alone. */
  readonly kind: 'datetime-local' | 'time';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly description?: string;
  readonly id?: string;
}

/** A time as the browser lets it be chosen. */
export function TimeField({ kind, onChange, ...rest }: Props) {
  return <TextInput {...rest} type={kind} onChange={(event) => onChange(event.currentTarget.value)} />;
}
