import { useMemo, type KeyboardEvent, type PointerEvent } from 'react';
import type { AlertTimeline } from '#schemas/alerting/history.ts';
import { formatDateTime } from '#web/lib/format.ts';
import type { SilencePeriod } from '#schemas/silence/period-routes.ts';
import { useLanguage } from '#web/lib/text.ts';
import { summaryAt, timelineX, timeByKey, alertTimelineBars } from './timeline-geometry.ts';
import { silencesAt, silenceStretches, type SilenceStretch } from '../silences/silence-periods.ts';
import { useAlertingTexts } from '../use-alerting-texts.ts';

interface Props {
  readonly timeline: AlertTimeline;
  readonly silences: readonly SilencePeriod[];
  /** Seconds since 1970, all three. */
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly onChoose: (at: number) => void;
}

const size = { width: 1_000, height: 40 };
const SILENCE_HEIGHT = 4;

function SilenceBars({ stretches }: { readonly stretches: readonly SilenceStretch[] }) {
  return stretches.map(({ silence, start, end }) => (
    <rect
      key={`${String(silence)} ${String(start)}`}
      data-is="silence"
      x={start * size.width}
      width={Math.max(1, (end - start) * size.width)}
      y={0}
      height={SILENCE_HEIGHT}
    />
  ));
}

/** Alarms raised over a period; a click or a key chooses the time that the page shows. */
export function Timeline({ timeline, silences, from, to, at, onChoose }: Props) {
  const text = useAlertingTexts();
  const language = useLanguage();
  const frame = useMemo(() => ({ from, to, ...size }), [from, to]);
  const bars = useMemo(() => alertTimelineBars(timeline, frame), [timeline, frame]);
  const stretches = useMemo(() => silenceStretches(silences, { from, to }), [silences, from, to]);
  const { raised, running } = summaryAt(timeline, at);
  const silenced = silencesAt(silences, at).length;
  const summary = [
    formatDateTime(at * 1_000, language),
    text('raisedIn', { count: raised }),
    text('runningThen', { count: running }),
    ...(silenced === 0 ? [] : [text('silencedIn', { count: silenced })]),
  ].join(', ');
  const chooseByPointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientX - left) / width));
    onChoose(Math.round(from + share * (to - from)));
  };
  const chooseByKey = (event: KeyboardEvent) => {
    const target = timeByKey(event.key, at, { from, to, step: timeline.bucketSeconds });
    if (target === undefined) return;
    event.preventDefault();
    onChoose(target);
  };
  const cursor = timelineX(at, frame);
  return (
    <div
      className="tt-timeline"
      role="slider"
      tabIndex={0}
      aria-label={text('timeline')}
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={Math.min(to, Math.max(from, at))}
      aria-valuetext={summary}
      title={summary}
      onPointerDown={chooseByPointer}
      onKeyDown={chooseByKey}
    >
      <svg
        viewBox={`0 0 ${String(size.width)} ${String(size.height)}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map(({ severity, ...bar }) => (
          <rect key={`${String(bar.x)} ${severity}`} {...bar} data-severity={severity} />
        ))}
        <SilenceBars stretches={stretches} />
        <line x1={cursor} x2={cursor} y1={0} y2={size.height} />
      </svg>
    </div>
  );
}
