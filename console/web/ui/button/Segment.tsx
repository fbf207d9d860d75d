import './segment.css';

interface Option<Value> {
  readonly value: Value;
  readonly label: string;
  /** For screen readers, where the label is a sign. */
  readonly name?: string;
}

interface Props<Value> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Few options in a row, of which one is chosen. */
export const Segment = <Value extends string | number | undefined>({
  label,
  options,
  value: chosen,
  onChange,
}: Props<Value>) => (
  <div className="tt-segment" role="group" aria-label={label}>
    {options.map(({ value, label: words, name }) => (
      <button
        key={value ?? ''}
        type="button"
        aria-pressed={value === chosen}
        aria-label={name}
        onClick={() => onChange(value)}
      >
        {words}
      </button>
    ))}
  </div>
);
