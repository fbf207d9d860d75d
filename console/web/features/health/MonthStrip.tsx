import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import type { HealthState } from '#schemas/health/component.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { formatDuration } from '#schemas/unit/duration.ts';
import { formatMoment } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Tooltip } from '#web/ui/feedback/Tooltip.tsx';
import type { StripDay } from './month-strip.ts';
import { useHealthTexts } from './texts/en.ts';

/** The part of a bar that stands for what was not judged. */
const shareStyle = (unjudged: number): CSSProperties =>
  Object.fromEntries([['--tt-unjudged', `${String(Math.round(100 * unjudged))}%`]]);

/** What is said of a day: its states and how long each lasted, worst first. */
function useDayText(): (day: StripDay) => string {
  const text = useHealthTexts();
  const language = useLanguage();
  return ({ from, to, states }) => {
    const period = { from: formatMoment(from, language), to: formatMoment(to, language) };
    const lasted = Object.entries(states) as [HealthState, number][];
    if (lasted.length === 0) return text('dayUnseen', period);
    const [only] = lasted;
    const unrecordedMs = Math.max(0, to - from - lasted.reduce((sum, [, ms]) => sum + ms, 0));
    const isRecorded = unrecordedMs < MINUTE_MS;
    if (lasted.length === 1 && only !== undefined && isRecorded)
      return text('dayQuiet', { ...period, state: text(`state_${only[0]}`) });
    const said = lasted.map(([state, ms]) =>
      text('stateFor', { state: text(`state_${state}`), duration: formatDuration(ms, language) }),
    );
    if (!isRecorded) said.push(text('notRecordedFor', { duration: formatDuration(unrecordedMs, language) }));
    return text('dayStates', { ...period, states: said.join(', ') });
  };
}

interface Props {
  readonly name: string;
  readonly days: readonly StripDay[];
}

/** The worst state of each of 30 days. The pointer, or the arrow keys, select the day that is described. */
export function MonthStrip({ name, days }: Props) {
  const text = useHealthTexts();
  const dayText = useDayText();
  const last = days.length - 1;
  const [at, setAt] = useState(last);
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * days.length))));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt((current) => Math.min(last, Math.max(0, current + step)));
  };
  const day = days[at];
  const said = day === undefined ? '' : dayText(day);
  return (
    <Tooltip label={said}>
      <div
        className="tt-health-strip"
        role="slider"
        tabIndex={0}
        aria-label={text('month', { name })}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={said}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      >
        {days.map(({ from, worst, unjudged }, index) => (
          <span
            key={from}
            data-state={worst ?? 'unseen'}
            data-current={index === at}
            style={shareStyle(unjudged)}
          />
        ))}
      </div>
    </Tooltip>
  );
}
