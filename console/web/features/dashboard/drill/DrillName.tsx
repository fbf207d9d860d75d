import './drill.css';
import { useDrillTexts } from './use-drill-texts.ts';

interface Props {
  readonly name: string;
  readonly className: string;
  /** Undefined: it leads nowhere. */
  readonly onOpen: (() => void) | undefined;
}

/** The name of a row or dial; a button that covers the row (`tt-drill-row`) where it leads on. */
export function DrillName({ name, className, onOpen }: Props) {
  const text = useDrillTexts();
  if (onOpen === undefined)
    return (
      <span className={className} title={name}>
        {name}
      </span>
    );
  return (
    <button
      type="button"
      className={`${className} tt-drill-name`}
      title={text('open', { name })}
      aria-label={text('open', { name })}
      onClick={onOpen}
    >
      {name}
    </button>
  );
}
