import { Autocomplete } from '@mantine/core';
import { useState } from 'react';
import { foldForSearch } from '#schemas/search/fold.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Texts that are already in use: the user may choose one or type another. */
  readonly suggestions: readonly string[];
  /** What an empty field stands for. */
  readonly placeholder?: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly id?: string;
}

/** A text with suggestions: all of them until something is typed, then those that contain it. */
export function SuggestField({ suggestions, value, onChange, ...remaining }: Props) {
  const [isTyped, setTyped] = useState(false);
  const sought = isTyped ? foldForSearch(value) : '';
  return (
    <Autocomplete
      {...remaining}
      autoComplete="off"
      spellCheck={false}
      data={[...new Set(suggestions)]}
      value={value}
      filter={({ options }) =>
        options.filter((option) => 'value' in option && foldForSearch(option.value).includes(sought))
      }
      maxDropdownHeight={240}
      comboboxProps={{ transitionProps: { duration: 0 }, shadow: 'md' }}
      onInput={() => setTyped(true)}
      onDropdownClose={() => setTyped(false)}
      onChange={onChange}
    />
  );
}
