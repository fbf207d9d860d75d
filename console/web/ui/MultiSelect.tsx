import { MultiSelect as MantineMultiSelect } from '@mantine/core';
import type { Option } from './Select.tsx';

interface Props {
  readonly label: string;
  readonly options: readonly Option[];
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
  readonly description?: string | undefined;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly nothingFound?: string;
  /** Most that can be chosen. */
  readonly max?: number;
  readonly id?: string;
  readonly quietLabel?: boolean;
}

/** Several of a list, found by typing. */
export function MultiSelect({
  label,
  options,
  values,
  nothingFound,
  max,
  quietLabel = false,
  ...rest
}: Props) {
  return (
    <MantineMultiSelect
      {...rest}
      {...(quietLabel ? { 'aria-label': label } : { label })}
      {...(max === undefined ? {} : { maxValues: max })}
      data={[...options]}
      value={[...values]}
      searchable
      hidePickedOptions
      limit={200}
      nothingFoundMessage={nothingFound}
      comboboxProps={{ transitionProps: { duration: 0 }, shadow: 'md' }}
      classNames={{ input: 'tt-multi-select' }}
    />
  );
}
