import { createContext, use } from 'react';
import { DAY_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { formatAge } from '#schemas/unit/duration.ts';
import { isoOf, useNow } from '#web/lib/clock.ts';
import { OnPaper } from '../table/print/paper.ts';
import { formatDay, formatInstant, formatNear } from '#web/lib/format.ts';
import { ShownTime } from '#web/lib/shown-time.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Tooltip } from '../feedback/Tooltip.tsx';
import { useUiTexts } from '../texts/en.ts';
import './time.css';

/** Whether Tab reaches the times: in a table those of the active row, in a button none. */
export const TimesInTabOrder = createContext(true);

/** Further away, the day says more than its distance. */
const MAX_DISTANCE_MS = 30 * DAY_MS;

/** How far a time is from `now` in words and full minutes, both milliseconds since 1970: “2 h 5 min ago”, “in 3 d”. */
function useDistance(now: number): (at: number) => string {
  const text = useUiTexts();
  const language = useLanguage();
  return (at) => {
    const distance = Math.abs(now - at);
    if (distance > MAX_DISTANCE_MS) return text('onDay', { day: formatDay(at, language) });
    if (distance < MINUTE_MS) return text(at > now ? 'inAMinute' : 'justNow');
    const minutes = Math.floor(distance / MINUTE_MS) * MINUTE_MS;
    return text(at > now ? 'ahead' : 'ago', { age: formatAge(minutes, language) });
  };
}

interface Props {
  /** Milliseconds since 1970. */
  readonly at: number;
  /**
   * What is read first: how long ago; under a heading such as “Since” its bare age; or the time itself, where times are compared
   * with others. The tooltip has the whole time, or how long ago it was.
   */
  readonly as?: 'distance' | 'age' | 'time';
}

/** A time of the past or future, relative to the time that the page shows; on paper the date and time. */
export function Time(props: Props) {
  const language = useLanguage();
  const isOnPaper = use(OnPaper) !== undefined;
  return isOnPaper ? (
    <time dateTime={isoOf(props.at)}>{formatInstant(props.at, language)}</time>
  ) : (
    <PassingTime {...props} />
  );
}

function PassingTime({ at, as = 'distance' }: Props) {
  const language = useLanguage();
  const current = useNow();
  const now = use(ShownTime) ?? current;
  const distanceOf = useDistance(now);
  const isReached = use(TimesInTabOrder);
  const full = formatInstant(at, language);
  const shown = {
    distance: () => distanceOf(at),
    age: () => formatAge(now - at, language),
    time: () => formatNear(at, current, language),
  };
  const time = (
    <time
      className="tt-time"
      dateTime={isoOf(at)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the whole time must be reached without a pointer (WCAG 2.1.1)
      tabIndex={as !== 'time' && isReached ? 0 : undefined}
    >
      {shown[as]()}
    </time>
  );
  return <Tooltip label={as === 'time' ? `${full} · ${distanceOf(at)}` : full}>{time}</Tooltip>;
}

/** Stands for the time in a sentence. */
const PLACE = '\uFFFC';

/** A sentence with a time in it. */
export function TimeIn({ sentence, ...time }: Props & { readonly sentence: (time: string) => string }) {
  const [before, after] = sentence(PLACE).split(PLACE);
  return (
    <>
      {before}
      <Time {...time} />
      {after}
    </>
  );
}
