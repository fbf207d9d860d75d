import { IconSearch } from '@tabler/icons-react';
import { TextField } from './TextField.tsx';

interface Props {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Narrows the list below while typing. */
export function SearchField({ label, value, onChange }: Props) {
  return (
    <div className="tt-toolbar-search">
      <TextField
        quietLabel
        label={label}
        placeholder={label}
        icon={<IconSearch size={15} />}
        value={value ?? ''}
        onChange={(next) => onChange(next === '' ? undefined : next)}
      />
    </div>
  );
}
