import { Checkbox as MantineCheckbox } from '@mantine/core';

interface Props {
  readonly label: string;
  readonly checked: boolean;
  readonly some?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly quietLabel?: boolean;
  readonly tabIndex?: number;
  readonly disabled?: boolean;
}

export function Checkbox({ label, some = false, quietLabel = false, onChange, ...rest }: Props) {
  return (
    <MantineCheckbox
      {...rest}
      {...(quietLabel ? { 'aria-label': label } : { label })}
      size="xs"
      indeterminate={some}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
