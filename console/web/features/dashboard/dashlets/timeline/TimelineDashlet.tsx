import { use, useCallback, useMemo, useState } from 'react';
import type { ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { coversOf, heldValues } from '#web/kernel/kpi/source-step.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import type { DrillTarget } from '../../drill/drill-links.ts';
import { ChartLegend, legendWithin } from '../shared/ChartLegend.tsx';
import { chartLines, lastOf, type ChartLine } from '../shared/chart-lines.ts';
import { colourOf } from '../shared/colours.ts';
import { lineFormat } from '../shared/line-formats.ts';
import { useChartWords } from '../use-chart-words.ts';
import { useChartTexts } from '../texts/en.ts';
import type { AnnotationList } from '#schemas/annotation/routes.ts';
import type { MarkedChanges } from '#schemas/inventory/change/action-routes.ts';
import { AnnotationEditors, useAnnotationEditors } from '#web/kernel/annotation/AnnotationEditors.tsx';
import { OwnPlaces } from '#web/kernel/annotation/own-places.ts';
import { EventLane } from '#web/kernel/lane/EventLane.tsx';
import { eventsWithin } from '#web/kernel/lane/lane-events.ts';
import { placesOfResult } from './annotation-places.ts';
import { earlierLines, earlierName } from './earlier-lines.ts';
import { Pointed, type PointedLine } from './Pointed.tsx';
import { MarkLegend } from './MarkLegend.tsx';
import { lastValuesWithin } from './last-values.ts';
import { plottedLines } from './timeline-lines.ts';
import { plottedMarks, silencesOfStep } from './timeline-marks.ts';
import { TimelineCanvas } from './TimelineCanvas.tsx';
import { useTimelineEvents, useTimelineMarks } from './use-timeline-marks.ts';
import './timeline.css';

type Props = DashletProps<'timeline'>;

/** Lines named in the summary for screen readers. */
const NAMED = 10;
/** A narrower dashlet has its legend below the chart. */
const RIGHT_FROM_PX = 420;
/** Below this height there is no room for a legend below the chart. */
const LEGEND_FROM_PX = 140;

/** Of the axes next to the values. */
const AXES_PX = 64;
/** Of the chart, where its legend is at the right (`chart-legend.css`). */
const SHARE_WITH_LEGEND = 0.58;
/** Of the legend below the chart, at most. */
const BELOW_PX = 74;

interface LastValue {
  readonly id: string;
  readonly text: string;
  /** Custom property. */
  readonly colour: string;
}

interface LastOptions extends Pick<Props, 'settings' | 'size'> {
  readonly lines: readonly ChartLine[];
  readonly hidden: ReadonlySet<string>;
}

/** The last values that a chart shows, in how many lines, and how many it has no room for. */
function useLastValues({ settings, size, lines, hidden }: LastOptions) {
  const language = useLanguage();
  const isShown = ({ id }: ChartLine): boolean => !hidden.has(id) && settings.lastValue !== 'none';
  const format = lineFormat(lines.filter(isShown), ({ values }) => [lastOf(values)], language);
  const all = lines.flatMap((line, index): readonly LastValue[] => {
    const { id, values, isOthers } = line;
    if (!isShown(line)) return [];
    return [{ id, text: format(line, lastOf(values)), colour: colourOf(index, isOthers) }];
  });
  const { place } = legendWithin(settings.legend, size.width, RIGHT_FROM_PX);
  const width = size.width * (place === 'right' ? SHARE_WITH_LEGEND : 1) - AXES_PX;
  const isAbove = place === 'bottom' && size.height >= LEGEND_FROM_PX;
  const within = lastValuesWithin(
    all.map(({ text }) => text),
    { width, height: size.height - (isAbove ? BELOW_PX : 0) },
  );
  return { ...within, values: all.slice(0, within.shown), more: all.length - within.shown };
}

interface LastProps extends Pick<ReturnType<typeof useLastValues>, 'values' | 'more' | 'isSmall'> {
  readonly corner: string;
}

function LastValues({ values, more, isSmall, corner }: LastProps) {
  const text = useChartTexts();
  if (values.length === 0) return null;
  return (
    <ul className="tt-time-last" data-corner={corner} data-small={isSmall} aria-label={text('last')}>
      {values.map(({ id, text: value, colour }) => (
        <li key={id}>
          <span className="tt-chart-key" style={{ color: `var(${colour})` }} aria-hidden="true" />
          {value}
        </li>
      ))}
      {more > 0 && <li className="tt-muted">{text('lastMore', { count: more })}</li>}
    </ul>
  );
}

const noSteps: readonly number[] = [];

/** Returns the lines with the values that stand for a step. */
function pointedLines(lines: readonly ChartLine[]): (step: number) => readonly PointedLine[] {
  const all = lines.map(({ values, earlier, ...line }) => {
    const before = earlier && heldValues(earlier);
    return { line, own: heldValues(values), before };
  });
  return (step) =>
    all.map(({ line, own, before }) => ({
      ...line,
      value: own[step] ?? null,
      ...(before !== undefined && { earlier: before[step] ?? null }),
    }));
}

/** The lines of a result, those named in the legend, and what is drawn of them. */
function useLines({
  settings,
  result,
  hidden,
}: Pick<Props, 'settings' | 'result'> & { readonly hidden: ReadonlySet<string> }) {
  const text = useChartTexts();
  const words = useChartWords();
  const steps = result?.steps ?? noSteps;
  const lines = useMemo(
    () => (result === undefined ? [] : chartLines(result, settings.series, words)),
    [result, settings.series, words],
  );
  const named = useMemo(
    () => [...lines, ...earlierLines(lines, (name) => earlierName(name, settings, text))],
    [lines, settings, text],
  );
  const plotted = useMemo(
    () =>
      plottedLines(lines, settings, {
        steps,
        hidden,
        trend: (name) => text('trend', { name }),
        earlier: (name) => earlierName(name, settings, text),
      }),
    [lines, settings, steps, hidden, text],
  );
  return { steps, lines, named, plotted };
}

interface ChartProps extends Props, Pick<ReturnType<typeof useLines>, 'steps' | 'lines' | 'plotted'> {
  readonly label: string;
  readonly hidden: ReadonlySet<string>;
  readonly marks: ElementMarks;
  readonly annotations: AnnotationList;
  readonly changes: MarkedChanges;
}

interface ClickedPoint {
  readonly line: string;
  readonly index: number;
}

/** What a point of a line stands for: its element, in the step of its source. */
function targetOf(
  { line: id, index }: ClickedPoint,
  { lines, steps, end }: Pick<ChartProps, 'lines' | 'steps'> & { readonly end: number },
): DrillTarget | undefined {
  const line = lines.find((each) => each.id === id);
  const cover = line && coversOf(line.values)[index];
  const from = steps[cover?.from ?? index];
  if (line?.key === undefined || from === undefined) return undefined;
  return { name: line.name, key: line.key, period: { from, to: steps[cover?.to ?? index + 1] ?? end } };
}

interface PointedStepProps extends Pick<ChartProps, 'steps' | 'lines' | 'marks' | 'annotations' | 'changes'> {
  readonly index: number;
  readonly end: number;
  readonly timeZone: string;
}

/** Values and events of the step under the cursor. */
function PointedStep({ index, end, steps, lines, timeZone, marks, annotations, changes }: PointedStepProps) {
  const pointed = useMemo(() => pointedLines(lines), [lines]);
  const at = steps[index];
  if (at === undefined) return null;
  const step = { from: at, to: steps[index + 1] ?? end };
  const { alarms, definitions } = marks;
  return (
    <Pointed
      at={at}
      lines={pointed(index)}
      timeZone={timeZone}
      side={index < steps.length / 2 ? 'right' : 'left'}
      silences={silencesOfStep(marks, step)}
      events={eventsWithin(
        { alarms, definitions, annotations: annotations.annotations, changes: changes.changes },
        step,
      )}
    />
  );
}

/** The canvas with what lies over it. */
function Chart({ steps, lines, plotted, marks, annotations, changes, label, hidden, ...props }: ChartProps) {
  const { settings, title, context, result, customerId, onZoom, onDrill } = props;
  const last = useLastValues({ ...props, lines, hidden });
  const [index, setIndex] = useState<number>();
  const end = result?.to ?? 0;
  const drawnMarks = useMemo(() => plottedMarks(marks, end), [marks, end]);
  const own = use(OwnPlaces);
  const places = useMemo(() => placesOfResult(result, own), [result, own]);
  const editors = useAnnotationEditors();
  const { timeZone } = context;
  const open = (point: ClickedPoint): void => {
    const target = targetOf(point, { lines, steps, end });
    if (target !== undefined) onDrill?.(target);
  };
  return (
    <div className="tt-time-chart">
      <TimelineCanvas
        label={label}
        settings={settings}
        context={context}
        onZoom={onZoom}
        above={last.height}
        all={lines}
        lines={plotted.lines}
        data={plotted.data}
        marks={drawnMarks}
        onCursor={setIndex}
        onPoint={onDrill && open}
      />
      <EventLane
        at="over"
        title={title}
        end={end}
        customerId={customerId}
        annotations={annotations}
        changes={changes}
        places={places}
        timeZone={timeZone}
        editors={editors}
        span={{ from: steps[0] ?? 0, to: steps.at(-1) ?? 0 }}
        alarms={marks.alarms}
        definitions={marks.definitions}
        isLinked={onDrill !== undefined}
      />
      <AnnotationEditors editors={editors} customerId={customerId} timeZone={timeZone} places={places} />
      <LastValues {...last} corner={settings.lastValue} />
      {index !== undefined && (
        <PointedStep
          index={index}
          end={end}
          steps={steps}
          lines={lines}
          timeZone={timeZone}
          marks={marks}
          annotations={annotations}
          changes={changes}
        />
      )}
    </div>
  );
}

/** Values over time. */
export function TimelineDashlet(props: Props) {
  const { settings, title, result, size, onDrill } = props;
  const text = useChartTexts();
  const language = useLanguage();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { steps, lines, named, plotted } = useLines({ settings, result, hidden });
  const { marks, isPart } = useTimelineMarks(props);
  const { annotations, changes } = useTimelineEvents(props);
  const toggle = useCallback(
    (id: string): void =>
      setHidden((last) => new Set(last.has(id) ? [...last].filter((one) => one !== id) : [...last, id])),
    [],
  );
  const open = useMemo(
    () => onDrill && (({ name, key = [] }: ChartLine) => onDrill({ name, key })),
    [onDrill],
  );
  const format = lineFormat(named.slice(0, NAMED), ({ values }) => [lastOf(values)], language);
  const summary = named
    .slice(0, NAMED)
    .map((line) => text('line', { name: line.name, value: format(line, lastOf(line.values)) }));
  const label = text('chart', { title, count: lines.length, lines: summary.join(', ') });
  const isTall = size.height >= LEGEND_FROM_PX;
  const legend = legendWithin(settings.legend, size.width, RIGHT_FROM_PX);
  return (
    <div className="tt-time-dashlet" data-legend={legend.place}>
      <div className="tt-time-main">
        <Chart
          {...props}
          steps={steps}
          lines={lines}
          plotted={plotted}
          marks={marks}
          annotations={annotations}
          changes={changes}
          label={label}
          hidden={hidden}
        />
        {result?.earlier?.retained === false && <p className="tt-time-note">{text('earlierNotRetained')}</p>}
        {isTall && (
          <MarkLegend
            title={title}
            marks={marks}
            isPart={isPart}
            annotations={annotations}
            changes={changes.count}
            timeZone={props.context.timeZone}
          />
        )}
      </div>
      {(legend.place === 'right' || isTall) && (
        <ChartLegend
          title={title}
          lines={named}
          legend={legend}
          hidden={hidden}
          onToggle={toggle}
          onOpen={open}
        />
      )}
    </div>
  );
}
