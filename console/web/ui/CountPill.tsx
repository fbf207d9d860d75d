import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { SeverityIcon } from './SeverityIcon.tsx';
import type { Status } from './severity.ts';
import { useUiTexts } from './use-ui-texts.ts';

/** A count of one severity; a zero steps back so that real counts stand out. */
export function CountPill({ status, count }: { readonly status: Status; readonly count: number }) {
  const text = useUiTexts();
  const language = useLanguage();
  return (
    <span className="tt-pill" data-status={status} data-zero={count === 0}>
      <SeverityIcon status={status} size={12} />
      <span className="tt-hidden">{`${text(status)}: `}</span>
      {formatNumber(count, language)}
    </span>
  );
}
