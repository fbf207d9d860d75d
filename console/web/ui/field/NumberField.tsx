import { NumberInput } from '@mantine/core';
import { useLanguage } from '#web/lib/text.ts';

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

/** A pasted number with a decimal comma: Mantine, which takes the comma of the keyboard for a point, would drop it. */
const withComma = /^\s*(?<whole>-?\d+),(?<part>\d+)\s*$/;

export function NumberField({
  label,
  value,
  onChange,
  unit,
  decimals = 0,
  plain = false,
  ...remaining
}: Props) {
  const language = useLanguage();
  // Elsewhere a comma separates thousands.
  const isDecimal = decimals > 0 && (language === 'fr' || plain);
  return (
    <NumberInput
      {...remaining}
      label={label}
      value={value ?? ''}
      decimalScale={decimals}
      hideControls
      thousandSeparator={plain ? '' : ' '}
      {...(unit === undefined ? {} : { suffix: ` ${unit}`, placeholder: unit })}
      onPaste={(event) => {
        const { whole, part } = withComma.exec(event.clipboardData.getData('text'))?.groups ?? {};
        if (!isDecimal || whole === undefined || part === undefined) return;
        event.preventDefault();
        onChange(Number(`${whole}.${part}`));
      }}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
    />
  );
}
