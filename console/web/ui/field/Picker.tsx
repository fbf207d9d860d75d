import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useId, useState, type KeyboardEvent, type Ref } from 'react';
import { IconChevronDown } from '@tabler/icons-react';
import { matchOptions, type PickerOption } from './picker-option.ts';
import './picker.css';

interface Props {
  readonly label: string;
  readonly options: readonly PickerOption[];
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly nothingFound: string;
  readonly placeholder?: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly id?: string;
  readonly required?: boolean;
  /** Focused when its dialog opens. */
  readonly first?: boolean;
  /** When given, the caller searches: the options are shown as they come. */
  readonly onSearch?: (search: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

function OptionView({ option }: { readonly option: PickerOption }) {
  const { label, right, detail, disabledReason } = option;
  return (
    <span className="tt-picker-option">
      <span className="tt-ellipsis">{label}</span>
      {right !== undefined && <span className="tt-picker-right">{right}</span>}
      {detail !== undefined && <span className="tt-picker-detail tt-ellipsis">{detail}</span>}
      {disabledReason !== undefined && <span className="tt-picker-reason">{disabledReason}</span>}
    </span>
  );
}

function Options({ options, nothingFound }: Pick<Props, 'options' | 'nothingFound'>) {
  if (options.length === 0) return <Combobox.Empty>{nothingFound}</Combobox.Empty>;
  const groups = Map.groupBy(options, ({ group }) => group);
  return [...groups].map(([group, own]) => {
    const list = own.map((option) => (
      <Combobox.Option key={option.value} value={option.value} disabled={option.disabledReason !== undefined}>
        <OptionView option={option} />
      </Combobox.Option>
    ));
    return group === undefined ? (
      list
    ) : (
      <Combobox.Group key={group} label={group}>
        {list}
      </Combobox.Group>
    );
  });
}

/** State of the list and the typed text; undefined while the selected option is shown. */
function usePickerState(onSearch: Props['onSearch']) {
  const [search, setSearch] = useState<string>();
  const store = useCombobox({
    onDropdownClose: () => {
      store.resetSelectedOption();
      setSearch(undefined);
    },
  });
  const type = (text: string) => {
    setSearch(text);
    onSearch?.(text);
    store.openDropdown();
    store.updateSelectedOptionIndex();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !store.dropdownOpened) return;
    // Keeps a surrounding drawer open.
    event.preventDefault();
    store.closeDropdown();
  };
  return { store, search, type, onKeyDown };
}

/** Selects one of many options by typing. Options show details and why they are disabled. */
export function Picker({
  label,
  options,
  value,
  onChange,
  nothingFound,
  onSearch,
  required = false,
  first = false,
  ...remaining
}: Props) {
  const labelId = useId();
  const { store, search, type, onKeyDown } = usePickerState(onSearch);
  const chosen = options.find((option) => option.value === value);
  const found = onSearch === undefined ? matchOptions(options, search ?? '') : options;
  return (
    <Combobox
      store={store}
      transitionProps={{ duration: 0 }}
      shadow="md"
      onOptionSubmit={(next) => {
        onChange(next);
        store.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextInput
          {...remaining}
          data-autofocus={first || undefined}
          label={<span id={labelId}>{label}</span>}
          withAsterisk={required}
          aria-required={required || undefined}
          autoComplete="off"
          spellCheck={false}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          rightSectionPointerEvents="none"
          value={search ?? chosen?.label ?? ''}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => store.openDropdown()}
          onBlur={() => store.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={340} style={{ overflowY: 'auto' }} labelledBy={labelId}>
          <Options options={found} nothingFound={nothingFound} />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
