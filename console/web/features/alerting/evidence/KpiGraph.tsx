import { Suspense, useMemo, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { operatorSign, type AlarmRow } from '#schemas/alerting/alert.ts';
import { listDefinitionChanges, type DefinitionChange } from '#schemas/alerting/definition-change.ts';
import { type AlarmHistory } from '#schemas/alerting/routes.ts';
import { readAlarmSeries } from '#schemas/alerting/series-routes.ts';
import type { Series } from '#schemas/kpi/series.ts';
import { granularityLabels } from '#schemas/time/granularity.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import {
  graphPoints,
  graphSummary,
  type GraphPeriod,
  type GraphSummary,
} from '#web/kernel/kpi/graph-points.ts';
import { coversOf } from '#web/kernel/kpi/source-step.ts';
import { formatClock, formatMinutes, formatTick } from '#web/lib/format.ts';
import { readOwned, writeOwned } from '#web/lib/stored.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useTheme } from '#web/lib/theme.ts';
import { Segment } from '#web/ui/button/Segment.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { useKpiText } from '#web/kernel/kpi/use-kpi-text.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import {
  granularityOf,
  graphMarks,
  graphPeriod,
  graphSpans,
  isGraphSpan,
  stepSecondsOf,
  thresholdsAt,
  type GraphMarks,
  type GraphSpan,
} from './kpi-graph.ts';
import { EvidenceLane } from './EvidenceLane.tsx';
import { changesInStep, DefinitionChanges } from './DefinitionChanges.tsx';
import { useChangeText } from './use-change-text.ts';
import { useEvidenceTexts } from './texts/en.ts';
import { RelatedKpis } from './RelatedKpis.tsx';
import './kpi-graph.css';

const KpiPlotView = lazyPart(() => import('./KpiPlotView.tsx'), 'KpiPlotView');

const Traffic = lazyPart(() => import('../traffic/Traffic.tsx'), 'Traffic');

interface Props {
  readonly alarm: AlarmRow;
  readonly customerId: number;
  /** Past time that is shown, seconds since 1970. */
  readonly until: number | undefined;
  /** Events of the alarm, newest first. */
  readonly events: AlarmHistory['events'];
}

const STORED = 'graph-span';

function useGraphSpan() {
  const [span, setSpan] = useState<GraphSpan>(() => {
    const stored = readOwned(STORED);
    return isGraphSpan(stored) ? stored : '24h';
  });
  const choose = (next: GraphSpan) => {
    setSpan(next);
    writeOwned(STORED, next);
  };
  return { span, choose };
}

function SpanChoice({ span, choose }: ReturnType<typeof useGraphSpan>) {
  const text = useEvidenceTexts();
  return (
    <Segment
      label={text('graphSpan')}
      options={graphSpans.map((value) => ({ value, label: text(`span-${value}`) }))}
      value={span}
      onChange={choose}
    />
  );
}

/** The series of a period, and what the panel shows of it. */
function useSeries({ alarm, customerId, until }: Omit<Props, 'events'>, span: GraphSpan) {
  const text = useEvidenceTexts();
  const language = useLanguage();
  // Up to the window of the value above: the graph and the value are of the same time.
  const { from, to } = graphPeriod(span, until ?? alarm.window + alarm.length);
  const period = useMemo(() => ({ from, to }), [from, to]);
  const series = useQuery({
    ...namedQuery('alarm-series', [customerId, alarm.id, span, to], async (signal) => {
      const params = { customerId, alarm: alarm.alarm, element: alarm.element };
      return { span, period, values: await call(readAlarmSeries, { params, query: period, signal }) };
    }),
    placeholderData: keepPreviousData,
  });
  const isEmpty = (values: Series) => values.series.every(({ points }) => points.length === 0);
  const state = (): PanelState => {
    if (series.isError) {
      const requestId = series.error instanceof ApiProblem ? series.error.requestId : undefined;
      const retry = () => void series.refetch();
      return { is: 'error', cause: sentenceOf(series.error, language), requestId, retry };
    }
    if (series.data === undefined) return { is: 'never-loaded' };
    if (series.isPlaceholderData) return { is: 'loading-over' };
    return isEmpty(series.data.values) ? { is: 'empty', title: text('graphEmpty') } : { is: 'ready' };
  };
  return { data: series.data, state: state() };
}

/** What the lines and areas mean: those that the graph has. */
function Legend({ alarm, marks }: { readonly alarm: AlarmRow; readonly marks: GraphMarks }) {
  const text = useEvidenceTexts();
  const kpi = useKpiText(alarm.kpi);
  const limit = `${operatorSign(alarm.operator)} ${kpi.threshold(alarm.threshold)}`;
  const items = [
    { is: 'threshold', label: text('graphThreshold', { limit }), shown: true },
    { is: 'running', label: text('graphRunning'), shown: marks.running.length > 0 },
    { is: 'silenced', label: text('silenced'), shown: marks.silenced.length > 0 },
    { is: 'acknowledged', label: text('acknowledged'), shown: marks.acknowledged.length > 0 },
    { is: 'changed', label: text('definitionChanged'), shown: marks.changed.length > 0 },
  ].filter(({ shown }) => shown);
  return (
    <ul className="tt-kpi-graph-legend" aria-label={text('graphLegend')}>
      {items.map(({ is, label }) => (
        <li key={is}>
          <span className="tt-kpi-graph-sign" data-is={is} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}

function Figures({ summary, alarm }: { readonly summary: GraphSummary; readonly alarm: AlarmRow }) {
  const text = useEvidenceTexts();
  const { column } = useKpiText(alarm.kpi);
  const value = column([summary.min, summary.max, summary.average], alarm.threshold);
  return (
    <span className="tt-kpi-graph-figures">
      {(['min', 'max', 'average'] as const).map((figure) => (
        <span key={figure}>
          <span className="tt-muted">{text(`graph-${figure}`)}</span> {value(summary[figure])}
        </span>
      ))}
    </span>
  );
}

const unchanged: readonly DefinitionChange[] = [];

/** Changes of the definition in the period of the graph; none while they load. */
function useChanges({ alarm, customerId }: Pick<Props, 'alarm' | 'customerId'>, period: GraphPeriod) {
  const { from, to } = period;
  const { data } = useQuery(
    // Another threshold is a change: they are read again.
    namedQuery('alarm-changes', [customerId, alarm.id, alarm.threshold, from, to], (signal) =>
      call(listDefinitionChanges, {
        params: { customerId, alarm: alarm.alarm, element: alarm.element },
        query: { from, to },
        signal,
      }),
    ),
  );
  return data?.changes ?? unchanged;
}

interface DrawnProps extends Pick<Props, 'alarm' | 'events' | 'customerId'> {
  /** Of the period chosen before while the next one loads. */
  readonly data: NonNullable<ReturnType<typeof useSeries>['data']>;
}

/** What is drawn of a period: values, thresholds in force, and what happened. */
function useDrawing({ alarm, events, customerId, data: { span, period, values } }: DrawnProps) {
  const points = useMemo(() => graphPoints(values, period, stepSecondsOf(span)), [values, period, span]);
  const changes = useChanges({ alarm, customerId }, period);
  const marks = useMemo(() => graphMarks(events, changes, period), [events, changes, period]);
  const thresholds = useMemo(
    () => thresholdsAt(points.at, alarm.threshold, changes),
    [points, alarm.threshold, changes],
  );
  const summary = useMemo(() => graphSummary(points), [points]);
  return { points, changes, marks, thresholds, summary };
}

interface SliderProps {
  readonly last: number;
  readonly shown: number;
  /** Time and value of the shown point. */
  readonly reading: string;
  readonly choose: (index: number | undefined) => void;
}

function TimeSlider({ last, shown, reading, choose }: SliderProps) {
  const text = useEvidenceTexts();
  return (
    <input
      className="tt-kpi-graph-slider"
      type="range"
      min={0}
      max={last}
      value={shown}
      aria-label={text('graphTime')}
      aria-valuetext={reading}
      onChange={({ target }) => choose(target.valueAsNumber)}
      onFocus={() => choose(shown)}
      onBlur={() => choose(undefined)}
    />
  );
}

/** The graph, the value at the pointer or the figures of the period, and a slider that moves through it by keyboard. */
function Drawn(props: DrawnProps) {
  const { alarm, data } = props;
  const text = useEvidenceTexts();
  const language = useLanguage();
  const kpi = useKpiText(alarm.kpi);
  const theme = useTheme();
  const changeText = useChangeText(alarm.kpi);
  const [index, setIndex] = useState<number>();
  const { span, period } = data;
  const { points, changes, marks, thresholds, summary } = useDrawing(props);
  if (summary === undefined) return null;
  // From start to end of the step, as the value above names the end of its window.
  const step = stepSecondsOf(span);
  const time = (at: number, count = 1) => formatMinutes(at * 1_000, (at + count * step) * 1_000, language);
  const last = points.at.length - 1;
  const shown = Math.min(index ?? last, last);
  const { from, to } = coversOf(points.values)[shown] ?? { from: shown, to: shown + 1 };
  const shownValue = points.values[from] ?? null;
  const start = points.at[from] ?? period.to;
  const steps = to - from;
  const value = (of: number): string => kpi.reading(of, alarm.threshold);
  const reading = [
    time(start, steps),
    shownValue === null ? text('noValue') : value(shownValue),
    ...changesInStep(changes, start, steps * step).map(changeText),
  ].join(' · ');
  const label = text('graphSummary', {
    kpi: kpi.name,
    span: text(`span-${span}`),
    time: time(summary.lastAt),
    min: value(summary.min),
    max: value(summary.max),
    average: value(summary.average),
    last: value(summary.last),
    limit: `${operatorSign(alarm.operator)} ${kpi.threshold(alarm.threshold)}`,
  });
  return (
    <div className="tt-kpi-graph-drawn">
      <p className="tt-kpi-graph-reading">
        {index === undefined ? <Figures summary={summary} alarm={alarm} /> : reading}
      </p>
      <div className="tt-kpi-graph-area">
        <Suspense fallback={<div className="tt-kpi-plot" />}>
          <KpiPlotView
            key={`${theme} ${language}`}
            label={label}
            index={index}
            period={period}
            points={points}
            marks={marks}
            thresholds={thresholds}
            formatTicks={kpi.ticks}
            formatTick={(at) =>
              span === '7d' ? formatTick(at * 1_000, language, true) : formatClock(at * 1_000, language)
            }
            onCursor={setIndex}
          />
        </Suspense>
        <TimeSlider last={last} shown={shown} reading={reading} choose={setIndex} />
      </div>
      <EvidenceLane alarm={alarm} customerId={props.customerId} period={period} title={kpi.name} />
      <Legend alarm={alarm} marks={marks} />
      <DefinitionChanges alarm={alarm} changes={changes} />
    </div>
  );
}

/** The KPI of an alarm on its element over time, with its threshold, and when it ran, was acknowledged and was silenced. */
export function KpiGraph({ events, ...props }: Props) {
  const { alarm } = props;
  const text = useEvidenceTexts();
  const language = useLanguage();
  const { span, choose } = useGraphSpan();
  const { data, state } = useSeries(props, span);
  const { name } = useKpiText(alarm.kpi);
  const step = granularityLabels[granularityOf(span)][language];
  return (
    <div className="tt-kpi-graph">
      <div className="tt-kpi-graph-head">
        <SpanChoice span={span} choose={choose} />
        <span className="tt-muted">{text('graphStep', { step })}</span>
      </div>
      <Panel label={text('graph', { kpi: name })} state={state} skeleton="block">
        {data !== undefined && (
          <Drawn alarm={alarm} events={events} customerId={props.customerId} data={data} />
        )}
      </Panel>
      {data !== undefined && (
        <RelatedKpis alarm={alarm} customerId={props.customerId} span={data.span} period={data.period} />
      )}
      <Suspense fallback={null}>
        {data !== undefined && <Traffic alarm={alarm} customerId={props.customerId} period={data.period} />}
      </Suspense>
    </div>
  );
}
