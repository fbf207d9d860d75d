import { Switch as MantineSwitch } from '@mantine/core';

interface Props {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly description?: string;
  /** The description gives the reason. */
  readonly disabled?: boolean;
}

export function Switch({ label, checked, onChange, description, disabled = false }: Props) {
  return (
    <MantineSwitch
      label={label}
      description={description}
      checked={checked}
      disabled={disabled}
      size="sm"
      withThumbIndicator={false}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
