import { IconSearch, IconX } from '@tabler/icons-react';
import { IconButton } from '../button/IconButton.tsx';
import { TextField } from './TextField.tsx';
import { useUiTexts } from '../texts/en.ts';

interface Props {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Narrows the list below while typing. */
export function SearchField({ label, value, onChange }: Props) {
  const text = useUiTexts();
  const isEmpty = value === undefined || value === '';
  return (
    <div className="tt-toolbar-search">
      <TextField
        quietLabel
        label={label}
        placeholder={label}
        icon={<IconSearch size={15} />}
        value={value ?? ''}
        right={
          isEmpty ? undefined : (
            <IconButton
              small
              label={text('clear')}
              icon={<IconX size={14} />}
              onClick={() => onChange(undefined)}
            />
          )
        }
        onChange={(next) => onChange(next === '' ? undefined : next)}
      />
    </div>
  );
}
