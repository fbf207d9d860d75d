import { Textarea } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly description?: string;
  /** An example value. */
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly required?: boolean;
  /** Focused when its dialog opens. */
  readonly first?: boolean;
  readonly id?: string;
  /** Monospaced, as for a template or a configuration; `wrapped`: one long line, such as an address. */
  readonly code?: boolean | 'wrapped';
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Characters typed, of those that fit. A screen reader has the limit of the field. */
const counted = (length: number, max: number) =>
  function withCount(input: ReactNode) {
    return (
      <>
        {input}
        <span className="tt-text-count" aria-hidden="true">{`${String(length)}/${String(max)}`}</span>
      </>
    );
  };

export function TextArea({
  label,
  onChange,
  first = false,
  required = false,
  code = false,
  ...remaining
}: Props) {
  const { value, maxLength } = remaining;
  return (
    <Textarea
      {...remaining}
      {...(maxLength === undefined ? {} : { inputContainer: counted(value.length, maxLength) })}
      label={label}
      withAsterisk={required}
      aria-required={required || undefined}
      data-autofocus={first || undefined}
      classNames={{ input: code === false ? 'tt-text-area' : 'tt-text-area tt-code-area' }}
      data-wrapped={code === 'wrapped' || undefined}
      spellCheck={code === false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
