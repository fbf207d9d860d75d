import { useMemo, type KeyboardEvent } from 'react';
import type { AlertTimeline } from '#schemas/alerting/history.ts';
import { formatDateTime } from '#web/lib/format.ts';
import type { SilencePeriod } from '#schemas/silence/period-routes.ts';
import { useLanguage } from '#web/lib/text.ts';
import {
  summaryAt,
  timelineX,
  timeByKey,
  alertTimelineBars,
  type DraggedPeriod,
} from './timeline-geometry.ts';
import { useTimelineDrag } from './use-timeline-drag.ts';
import { silencesAt, silenceStretches, type SilenceStretch } from '../silences/silence-periods.ts';
import { useAlertingPartTexts } from '../parts/texts/en.ts';

interface Props {
  readonly timeline: AlertTimeline;
  readonly silences: readonly SilencePeriod[];
  /** Seconds since 1970, all three. */
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly onChoose: (at: number) => void;
  readonly onZoom: (period: DraggedPeriod) => void;
  /** Called by the space bar. */
  readonly onPlay: () => void;
}

const size = { width: 1_000, height: 40 };
const SILENCE_HEIGHT = 4;

/** The period that a drag chooses. */
function Dragged({ period, frame }: { period: DraggedPeriod; frame: Parameters<typeof timelineX>[1] }) {
  const x = timelineX(period.from, frame);
  const width = timelineX(period.to, frame) - x;
  return <rect data-is="dragged" x={x} width={width} y={0} height={size.height} />;
}

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

/** Alarms raised over a period; a click or a key chooses the time that the page shows, a drag a period. */
export function Timeline({ timeline, silences, from, to, at, onChoose, onZoom, onPlay }: Props) {
  const partText = useAlertingPartTexts();
  const language = useLanguage();
  const frame = useMemo(() => ({ from, to, ...size }), [from, to]);
  const bars = useMemo(() => alertTimelineBars(timeline, frame), [timeline, frame]);
  const stretches = useMemo(() => silenceStretches(silences, { from, to }), [silences, from, to]);
  const { raised, running } = summaryAt(timeline, at);
  const silenced = silencesAt(silences, at).length;
  const summary = [
    formatDateTime(at * 1_000, language),
    partText('raisedIn', { count: raised }),
    partText('runningThen', { count: running }),
    ...(silenced === 0 ? [] : [partText('silencedIn', { count: silenced })]),
  ].join(', ');
  const { dragged, cancel, handlers } = useTimelineDrag({
    from,
    to,
    onChoose,
    onZoom,
    step: timeline.bucketSeconds,
  });
  const chooseByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel();
    const target = timeByKey(event.key, at, { from, to, step: timeline.bucketSeconds });
    if (target === undefined && event.key !== ' ') return;
    event.preventDefault();
    if (target === undefined) onPlay();
    else onChoose(target);
  };
  const cursor = timelineX(at, frame);
  return (
    <div
      className="tt-timeline"
      role="slider"
      tabIndex={0}
      aria-label={partText('timeline')}
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={Math.min(to, Math.max(from, at))}
      aria-valuetext={summary}
      title={summary}
      {...handlers}
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
        {dragged !== undefined && <Dragged period={dragged} frame={frame} />}
        <line x1={cursor} x2={cursor} y1={0} y2={size.height} />
      </svg>
    </div>
  );
}
