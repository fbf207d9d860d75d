import { useMemo, type KeyboardEvent, type PointerEvent } from 'react';
import type { AlertTimeline } from '#schemas/alerting/history.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { summaryAt, timelineX, timeByKey, alertTimelineBars } from './timeline-geometry.ts';
import { useAlertingTexts } from '../use-alerting-texts.ts';

interface Props {
  readonly timeline: AlertTimeline;
  /** Seconds since 1970, all three. */
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly onChoose: (at: number) => void;
}

const size = { width: 1_000, height: 40 };

/** Alarms raised over a period; a click or a key chooses the time that the page shows. */
export function Timeline({ timeline, from, to, at, onChoose }: Props) {
  const text = useAlertingTexts();
  const language = useLanguage();
  const frame = useMemo(() => ({ from, to, ...size }), [from, to]);
  const bars = useMemo(() => alertTimelineBars(timeline, frame), [timeline, frame]);
  const { raised, running } = summaryAt(timeline, at);
  const summary = [
    formatDateTime(at * 1_000, language),
    text('raisedIn', { count: raised }),
    text('runningThen', { count: running }),
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
        <line x1={cursor} x2={cursor} y1={0} y2={size.height} />
      </svg>
    </div>
  );
}
