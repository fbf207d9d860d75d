import type { KeyPart } from '#schemas/data/data-result-size.ts';
import { MiddleEllipsis } from '#web/ui/text/MiddleEllipsis.tsx';
import { NameLines } from '../dashlets/shared/NameLines.tsx';
import './drill.css';
import { LinkedName } from './LinkedName.tsx';
import { useDrillTexts } from './texts/en.ts';

interface Props {
  readonly name: string;
  readonly className: string;
  /** Elements that it stands for, outermost first. */
  readonly of: readonly KeyPart[] | undefined;
  /** Undefined: it leads nowhere. */
  readonly onOpen: (() => void) | undefined;
  /** In a place too narrow for a name on one line. */
  readonly onLines?: boolean;
}

/** Names behind that of a device differ at their end. */
function shownName(name: string, onLines: boolean) {
  if (onLines) return <NameLines name={name} />;
  return name.includes(' · ') ? <MiddleEllipsis text={name} /> : name;
}

/** The name of a row or dial; a button that covers the row (`tt-drill-row`) where it leads on. */
export function DrillName({ name, className, of, onOpen, onLines = false }: Props) {
  const text = useDrillTexts();
  if (onOpen === undefined)
    return (
      <span className={className} title={name}>
        <LinkedName of={of}>{shownName(name, onLines)}</LinkedName>
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
      {shownName(name, onLines)}
    </button>
  );
}
