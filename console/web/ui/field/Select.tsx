import { Select as MantineSelect } from '@mantine/core';
import { useState } from 'react';

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface Props {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly searchable?: boolean;
  readonly disabled?: boolean;
  readonly required?: boolean;
  /** While none of the options is chosen. */
  readonly placeholder?: string;
  readonly description?: string | undefined;
  readonly quietLabel?: boolean;
  readonly error?: string | undefined;
  readonly nothingFound?: string;
  /** Open and focused at first. */
  readonly startOpen?: boolean;
  /** Focused when its dialog opens, closed until the user types, presses an arrow or clicks. */
  readonly first?: boolean;
  readonly onClose?: () => void;
  readonly id?: string;
}

/** The text is selected, so that typing replaces it. */
const focusAll = (input: HTMLInputElement | null): void => {
  input?.focus();
  input?.select();
};

/** Enter takes the first of what matches; before anything is typed it changes nothing. */
function useSearching(
  options: readonly Option[],
  { value, searchable = false }: Pick<Props, 'value' | 'searchable'>,
) {
  const shown = options.find((option) => option.value === value)?.label ?? '';
  const [search, setSearch] = useState(shown);
  return searchable ? { onSearchChange: setSearch, selectFirstOptionOnChange: search !== shown } : {};
}

export function Select({
  label,
  options,
  onChange,
  quietLabel = false,
  required = false,
  nothingFound,
  startOpen = false,
  first = false,
  onClose,
  ...remaining
}: Props) {
  const searching = useSearching(options, remaining);
  return (
    <MantineSelect
      {...remaining}
      {...searching}
      {...(quietLabel ? { 'aria-label': label } : { label })}
      {...(required && { withAsterisk: true, 'aria-required': true })}
      data={[...options]}
      allowDeselect={false}
      defaultDropdownOpened={startOpen}
      openOnFocus={!first}
      data-autofocus={first || undefined}
      ref={startOpen ? focusAll : undefined}
      {...(onClose === undefined ? {} : { onDropdownClose: onClose })}
      nothingFoundMessage={nothingFound}
      comboboxProps={{ transitionProps: { duration: 0 }, shadow: 'md' }}
      onChange={(value) => value !== null && onChange(value)}
    />
  );
}
