import { formatNumber } from '#web/lib/format.ts';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { SeverityIcon } from './SeverityIcon.tsx';
import type { Status } from './severity.ts';
import { useUiTexts } from '../texts/en.ts';

/** A count of one severity; zero is dimmed. Undefined until known. */
export function CountPill({
  status,
  count,
}: {
  readonly status: Status;
  readonly count: number | undefined;
}) {
  const text = useUiTexts();
  const language = useLanguage();
  return (
    <span className="tt-pill" data-status={status} data-zero={count === 0 || count === undefined}>
      <SeverityIcon status={status} size={12} />
      <span className="tt-hidden">{labelled(text(status), '', language)}</span>
      {count === undefined ? '–' : formatNumber(count, language)}
    </span>
  );
}
