import { Textarea } from '@mantine/core';
import type { Ref } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly description?: string;
  /** An example of what is written here. */
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly required?: boolean;
  /** Focused when its dialog opens. */
  readonly first?: boolean;
  readonly id?: string;
  /** In letters of one width, as a template or a configuration. */
  readonly code?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A text of several lines. */
export function TextArea({ label, onChange, first = false, required = false, code = false, ...rest }: Props) {
  return (
    <Textarea
      {...rest}
      label={label}
      withAsterisk={required}
      aria-required={required || undefined}
      data-autofocus={first || undefined}
      classNames={{ input: code ? 'tt-text-area tt-code-area' : 'tt-text-area' }}
      spellCheck={!code}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
