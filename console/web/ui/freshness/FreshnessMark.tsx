import { formatAge } from '#schemas/unit/duration.ts';
import { useNow } from '#web/lib/clock.ts';
import { formatDateTime, formatShortTime } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Tooltip } from '../feedback/Tooltip.tsx';
import { useUiTexts } from '../texts/en.ts';
import type { DataTimes, Freshness } from './freshness.ts';
import './freshness.css';

interface Props {
  readonly freshness: Freshness;
  readonly times: DataTimes | undefined;
  /** In a table: without the word while live, and without an announcement. */
  readonly inRow?: boolean;
}

/** How current the shown data is: a word, the age of the data, and the times in the tooltip. */
export function FreshnessMark({ freshness, times, inRow = false }: Props) {
  const text = useUiTexts();
  const language = useLanguage();
  const now = useNow();
  const word =
    freshness.is === 'stale'
      ? text('staleSince', { time: formatShortTime(freshness.since, now, language) })
      : text(freshness.is);
  const isQuiet = inRow && freshness.is === 'live';
  return (
    <Tooltip label={useTimes(times) ?? text(freshness.is === 'history' ? 'historyHint' : 'waiting')}>
      {/* A new element where its width changes in a row: nothing has moved. In the header it stays, to announce itself. */}
      <span
        key={inRow ? freshness.is : 'header'}
        className="tt-freshness"
        data-state={freshness.is}
        data-row={inRow}
      >
        <span className="tt-freshness-dot" aria-hidden="true" />
        {!isQuiet && <span role={inRow ? undefined : 'status'}>{word}</span>}
        <AgeOf freshness={freshness} now={now} />
      </span>
    </Tooltip>
  );
}

/** Age of data that is current or nearly so. */
function AgeOf({ freshness, now }: { readonly freshness: Freshness; readonly now: number }) {
  const text = useUiTexts();
  const language = useLanguage();
  if (freshness.is !== 'live' && freshness.is !== 'delayed') return null;
  const age = formatAge(now - freshness.since, language);
  return (
    <span className="tt-freshness-age">
      <span className="tt-hidden">{text('dataAge', { age })}</span>
      <span aria-hidden="true">{age}</span>
    </span>
  );
}

/** Time of the newest sample and of the newest decision. */
function useTimes(times: DataTimes | undefined): string | undefined {
  const text = useUiTexts();
  const language = useLanguage();
  if (times === undefined || times.at <= 0) return undefined;
  const sample = text('newestSample', { time: formatDateTime(times.at, language) });
  if (times.window === undefined) return sample;
  const { decided, length } = times.window;
  return `${sample} ${text('newestDecision', {
    time: formatDateTime(decided, language),
    length: formatAge(length * 1_000, language),
  })}`;
}
