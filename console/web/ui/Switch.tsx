import { Switch as MantineSwitch } from '@mantine/core';

interface Props {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly description?: string;
}

export function Switch({ label, checked, onChange, description }: Props) {
  return (
    <MantineSwitch
      label={label}
      description={description}
      checked={checked}
      size="sm"
      withThumbIndicator={false}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
