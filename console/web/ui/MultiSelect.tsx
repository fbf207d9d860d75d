import { MultiSelect as MantineMultiSelect } from '@mantine/core';
import type { Option } from './Select.tsx';

interface Props {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly placeholder?: string;
  readonly nothingFound?: string;
}

/** Several of a list, which can be searched. */
export function MultiSelect({ options, value, nothingFound, placeholder, ...rest }: Props) {
  return (
    <MantineMultiSelect
      {...rest}
      {...(placeholder === undefined || value.length > 0 ? {} : { placeholder })}
      data={[...options]}
      value={[...value]}
      searchable
      hidePickedOptions
      limit={200}
      nothingFoundMessage={nothingFound}
      comboboxProps={{ transitionProps: { duration: 0 }, shadow: 'md' }}
      classNames={{ input: 'tt-multi-select' }}
    />
  );
}
