import { Textarea } from '@mantine/core';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly required?: boolean;
  /** Focused when its dialog opens. */
  readonly first?: boolean;
  readonly id?: string;
}

/** A text of several lines. */
export function TextArea({ label, onChange, first = false, required = false, ...rest }: Props) {
  return (
    <Textarea
      {...rest}
      label={label}
      withAsterisk={required}
      aria-required={required || undefined}
      data-autofocus={first || undefined}
      classNames={{ input: 'tt-text-area' }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
