import { useState } from 'react';
import { MultiSelect as MantineMultiSelect } from '@mantine/core';
import { matchOptions, type PickerOption } from './picker-option.ts';
import './picker.css';

interface Props {
  readonly label: string;
  readonly options: readonly Pick<PickerOption, 'value' | 'label' | 'right' | 'keywords'>[];
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
  readonly description?: string | undefined;
  /** Shown while nothing is selected. */
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly nothingFound?: string;
  /** Maximum number of selected options. */
  readonly max?: number;
  readonly id?: string;
  readonly required?: boolean;
  readonly quietLabel?: boolean;
  /** Called with what is typed, to find options that are not there yet. */
  readonly onSearch?: ((text: string) => void) | undefined;
}

/** Maximum number of options drawn; typing finds the others. */
const DRAWN = 200;

/** Enter takes the first of what matches, as soon as something does; before anything is typed it selects nothing. */
function useSearching({ options, values, onSearch }: Pick<Props, 'options' | 'values' | 'onSearch'>) {
  const [search, setSearch] = useState('');
  const left = options.filter(({ value }) => !values.includes(value));
  return {
    selectFirstOptionOnChange: search !== '' && matchOptions(left, search).length > 0,
    onSearchChange(text: string): void {
      setSearch(text);
      onSearch?.(text);
    },
  };
}

/** Selects several options by typing. */
export function MultiSelect({
  label,
  options,
  values,
  nothingFound,
  placeholder,
  max,
  quietLabel = false,
  onSearch,
  ...remaining
}: Props) {
  const searching = useSearching({ options, values, onSearch });
  const right = new Map(options.map((option) => [option.value, option.right]));
  return (
    <MantineMultiSelect
      {...remaining}
      {...(quietLabel ? { 'aria-label': label } : { label })}
      {...(max === undefined ? {} : { maxValues: max })}
      data={[...options]}
      value={[...values]}
      {...(placeholder === undefined || values.length > 0 ? {} : { placeholder })}
      searchable
      {...searching}
      hidePickedOptions
      filter={({ options: left, search }) =>
        [...matchOptions(left as readonly PickerOption[], search)].slice(0, DRAWN)
      }
      renderOption={({ option }) => (
        <span className="tt-picker-option">
          <span className="tt-ellipsis">{option.label}</span>
          <span className="tt-picker-right">{right.get(option.value)}</span>
        </span>
      )}
      nothingFoundMessage={nothingFound}
      comboboxProps={{ transitionProps: { duration: 0 }, shadow: 'md' }}
      classNames={{ input: 'tt-multi-select' }}
    />
  );
}
