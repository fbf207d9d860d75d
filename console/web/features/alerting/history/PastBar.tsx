import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { IconListDetails, IconPlayerPlay } from '@tabler/icons-react';
import { type AlertTimeline, readAlertTimeline } from '#schemas/alerting/history.ts';
import type { SilencePeriod } from '#schemas/silence/period-routes.ts';
import { historyLabels, historySpans, historyWindow } from '#schemas/time/history.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { now } from '#web/lib/clock.ts';
import { formatDateTime, formatMinutes, formatTick } from '#web/lib/format.ts';
import { fromLocalTime, toLocalTime } from '#web/lib/zoned/local-time.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Segment } from '#web/ui/button/Segment.tsx';
import { TimeField } from '#web/ui/field/TimeField.tsx';
import { live } from '../alert-search.ts';
import { HistorySwitch } from '../occurrences/HistorySwitch.tsx';
import { useOccurrenceTexts } from '../occurrences/texts/en.ts';
import { summaryAt, type DraggedPeriod } from './timeline-geometry.ts';
import { PlaybackBar } from './PlaybackBar.tsx';
import { Timeline } from './Timeline.tsx';
import { silencesAt } from '../silences/silence-periods.ts';
import { useSilencePeriods } from '../silences/use-silence-periods.ts';
import { useAlertingTexts } from '../texts/en.ts';
import { useAlertingPartTexts } from '../parts/texts/en.ts';
import { useHistoryAddress } from './use-history-address.ts';
import { usePlayback } from './use-playback.ts';
import { axisTicks } from './axis-ticks.ts';
import { readCustomerAlertTimeline } from '#schemas/alerting/customer-history-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import './past-bar.css';

const BUCKETS = 144;

/** Raises and clears of a customer, or of all customers of the user. */
const timelineQuery = (customerId: number | undefined, period: DraggedPeriod) => ({
  ...namedQuery('alert-timeline', [customerId, period.from, period.to], (signal) => {
    const query = { ...period, buckets: BUCKETS };
    return customerId === undefined
      ? call(readCustomerAlertTimeline, { query, signal })
      : call(readAlertTimeline, { params: { customerId }, query, signal });
  }),
  placeholderData: keepPreviousData,
});

/** Days below the timeline, each at its midnight. The slider announces the chosen time. */
function TimelineAxis({ from, to }: { readonly from: number; readonly to: number }) {
  const language = useLanguage();
  return (
    <div className="tt-timeline-axis" aria-hidden="true">
      {axisTicks(from, to).map((at) => (
        <span key={at} style={{ left: `${String(((at - from) / (to - from)) * 100)}%` }}>
          {formatTick(at * 1_000, language, true)}
        </span>
      ))}
    </div>
  );
}

interface Props {
  /** Undefined: all customers of the user. */
  readonly customerId: number | undefined;
  /** Seconds since 1970. */
  readonly at: number;
}

/** Silences named below the timeline. */
const MAX_SILENCES = 5;

function SpanChoice() {
  const partText = useAlertingPartTexts();
  const language = useLanguage();
  const { search, change } = useHistoryAddress();
  return (
    <Segment
      label={partText('pastSpan')}
      options={historySpans.map((span) => ({ value: span, label: historyLabels[span][language] }))}
      value={search.span}
      onChange={(span) => change({ span }, true)}
    />
  );
}

/** A valid time is shown at once. */
function PastTime({ at, latest, onChoose }: { at: number; latest: number; onChoose: (at: number) => void }) {
  const partText = useAlertingPartTexts();
  const choose = (value: string) => {
    const ms = fromLocalTime(value);
    if (ms !== undefined && ms > 0) onChoose(Math.min(Math.floor(ms / 1_000), latest));
  };
  return (
    <TimeField
      quietLabel
      kind="datetime-local"
      label={partText('pastTime')}
      value={toLocalTime(at * 1_000)}
      onChange={choose}
    />
  );
}

/** Offers the events of the bar that contains the time shown: most of its alarms no longer ran at that time. */
function EventsOfBar({ timeline, at }: { readonly timeline: AlertTimeline; readonly at: number }) {
  const text = useOccurrenceTexts();
  const language = useLanguage();
  const { show } = useHistoryAddress();
  const { raised } = summaryAt(timeline, at);
  if (raised === 0) return null;
  const from = Math.floor(at / timeline.bucketSeconds) * timeline.bucketSeconds;
  const to = from + timeline.bucketSeconds;
  return (
    <Button
      kind="quiet"
      icon={<IconListDetails size={15} />}
      onClick={() => show({ events: 'custom', from, to })}
    >
      {text('openEvents', { count: raised, period: formatMinutes(from * 1_000, to * 1_000, language) })}
    </Button>
  );
}

/** The silences at the time shown, each with the way to its details. */
function SilencesThen({
  customerId,
  active,
}: Pick<Props, 'customerId'> & { active: readonly SilencePeriod[] }) {
  const partText = useAlertingPartTexts();
  if (customerId === undefined || active.length === 0) return null;
  return (
    <p className="tt-past-silences">
      <span className="tt-muted">{partText('silencesThen', { count: active.length })}</span>
      {active.slice(0, MAX_SILENCES).map(({ silence, reason }) => (
        <Link key={silence} to="/alert/silence" search={{ customer: customerId, open: silence }}>
          {reason}
        </Link>
      ))}
    </p>
  );
}

interface PlayedProps extends Props {
  readonly timeline: AlertTimeline;
  readonly silences: readonly SilencePeriod[];
  readonly period: DraggedPeriod;
}

/** The timeline, and its playback: the space bar on the timeline plays and pauses. */
function PlayedTimeline({ customerId, at, timeline, silences, period }: PlayedProps) {
  const { change, show } = useHistoryAddress();
  const zoom = (chosen: DraggedPeriod) => show({ events: 'custom', ...chosen });
  const choose = (chosen: number) => change({ at: chosen }, true);
  const playback = usePlayback({ customerId, timeline, at, latest: period.to, onChoose: choose });
  return (
    <div>
      <Timeline
        timeline={timeline}
        silences={silences}
        at={at}
        {...period}
        onChoose={choose}
        onZoom={zoom}
        onPlay={playback.toggle}
      />
      <TimelineAxis {...period} />
      <div className="tt-past-line">
        <PlaybackBar playback={playback} />
        <EventsOfBar timeline={timeline} at={at} />
      </div>
      <SilencesThen customerId={customerId} active={silencesAt(silences, at)} />
    </div>
  );
}

/** The past time that is shown, its timeline, and the button back to live. */
export function PastBar({ customerId, at }: Props) {
  const text = useAlertingTexts();
  const partText = useAlertingPartTexts();
  const language = useLanguage();
  const { search, change, show } = useHistoryAddress();
  const [openedMs] = useState(now);
  const window = historyWindow(search.span ?? live.span, openedMs);
  const period = { from: Math.floor(window.start / 1_000), to: Math.floor(window.end / 1_000) };
  const timeline = useQuery(timelineQuery(customerId, period));
  const silences = useSilencePeriods(customerId, period);
  const choose = (chosen: number) => change({ at: chosen }, true);
  return (
    <section className="tt-past" aria-label={partText('pastBar')}>
      <div className="tt-past-line">
        <HistorySwitch />
        <Banner tone="warning">
          <strong>{partText('asOf', { time: formatDateTime(at * 1_000, language) })}</strong>
        </Banner>
        <PastTime at={at} latest={period.to} onChoose={choose} />
        <SpanChoice />
        <Button kind="primary" icon={<IconPlayerPlay size={15} />} onClick={() => show()}>
          {text('backToLive')}
        </Button>
      </div>
      {timeline.data !== undefined && (
        <PlayedTimeline
          customerId={customerId}
          at={at}
          period={period}
          silences={silences}
          timeline={timeline.data}
        />
      )}
      {timeline.isError && <Banner tone="bad">{sentenceOf(timeline.error, language)}</Banner>}
    </section>
  );
}
