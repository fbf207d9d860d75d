import { SeverityIcon } from './SeverityIcon.tsx';
import type { Status } from './severity.ts';
import { useUiTexts } from '../texts/en.ts';

interface Props {
  readonly status: Status;
  /** `short`: CRIT, for dense tables; screen readers get the full word. */
  readonly short?: boolean;
}

export function SeverityBadge({ status, short = false }: Props) {
  const text = useUiTexts();
  return (
    <span className="tt-severity" data-status={status}>
      <SeverityIcon status={status} />
      {short ? (
        <>
          <span aria-hidden="true">{text(`${status}Short`)}</span>
          <span className="tt-hidden">{text(status)}</span>
        </>
      ) : (
        text(status)
      )}
    </span>
  );
}
