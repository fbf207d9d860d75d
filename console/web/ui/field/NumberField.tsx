import { NumberInput } from '@mantine/core';

interface Props {
  readonly label: string;
  /** Null: empty. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly unit?: string;
  readonly decimals?: number;
  readonly id?: string;
  readonly required?: boolean;
  /** An identifier such as a port: without thousands separators. */
  readonly plain?: boolean;
}

export function NumberField({
  label,
  value,
  onChange,
  unit,
  decimals = 0,
  plain = false,
  ...remaining
}: Props) {
  return (
    <NumberInput
      {...remaining}
      label={label}
      value={value ?? ''}
      decimalScale={decimals}
      hideControls
      thousandSeparator={plain ? '' : ' '}
      {...(unit === undefined ? {} : { suffix: ` ${unit}`, placeholder: unit })}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
    />
  );
}
