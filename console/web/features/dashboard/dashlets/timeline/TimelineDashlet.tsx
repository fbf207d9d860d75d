import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { formatValue } from '#schemas/unit/format.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import { formatMinute } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useTheme } from '#web/lib/theme.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { ChartLegend } from '../shared/ChartLegend.tsx';
import { chartLines, lastOf } from '../shared/chart-lines.ts';
import type { ChartLine } from '../shared/chart-lines.ts';
import { colourOf } from '../shared/colours.ts';
import { useChartTexts, useChartWords } from '../use-chart-texts.ts';
import { axisTick } from './axis-tick.ts';
import { plottedLines } from './timeline-lines.ts';
import type { PlottedLine, TimelineData } from './timeline-lines.ts';
import { startTimelinePlot } from './timeline-plot.ts';
import type { TimelinePlot } from './timeline-plot.ts';
import './timeline.css';

type Props = DashletProps<'timeline'>;

/** Lines named in the summary for screen readers. */
const NAMED = 10;
const LONG_AXIS_S = 3 * 86_400;
/** Below this height there is no room for a legend below the chart. */
const LEGEND_FROM_PX = 140;

const unitOfSide = (
  lines: readonly ChartLine[],
  { series }: Props['settings'],
  side: 'left' | 'right',
): Unit => lines.find((line) => (series[line.series]?.axis ?? 'left') === side)?.unit ?? 'scalar';

interface PlotProps extends Pick<Props, 'settings' | 'context'> {
  readonly onZoom: Props['onZoom'] | undefined;
  readonly label: string;
  readonly all: readonly ChartLine[];
  readonly lines: readonly PlottedLine[];
  readonly data: TimelineData;
  readonly onCursor: (index: number | undefined) => void;
}

/** The canvas. Values are replaced in place; other lines, colours and sizes draw it again. */
function Plot({ label, all, lines, data, settings, context, onCursor, onZoom }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<TimelinePlot>(undefined);
  const language = useLanguage();
  const theme = useTheme();
  const shape = JSON.stringify([lines, settings, language, theme, context.timeZone]);
  const start = useEffectEvent((place: HTMLElement) => {
    const [first = 0] = data[0];
    const isLong = (data[0].at(-1) ?? first) - first > LONG_AXIS_S;
    const [left, right] = (['left', 'right'] as const).map((side) => unitOfSide(all, settings, side));
    return startTimelinePlot(place, data, {
      width: place.clientWidth,
      height: place.clientHeight,
      lines,
      left: settings.left,
      right: settings.right,
      thresholds: settings.thresholds,
      formatLeft: (value) => formatValue(value, left ?? 'scalar', language),
      formatRight: (value) => formatValue(value, right ?? 'scalar', language),
      formatTick: (at) => axisTick(at * 1_000, { language, timeZone: context.timeZone, isLong }),
      timeZone: context.timeZone,
      syncKey: 'dashboard',
      onCursor,
      onZoom,
    });
  });
  useEffect(() => {
    if (box.current === null || shape === '') return undefined;
    const place = box.current;
    const started = start(place);
    plot.current = started;
    const observer = new ResizeObserver(() =>
      started.setSize({ width: place.clientWidth, height: place.clientHeight }),
    );
    observer.observe(place);
    return () => {
      observer.disconnect();
      plot.current = undefined;
      started.destroy();
    };
  }, [shape]);
  useEffect(() => plot.current?.setData(data), [data]);
  return <div ref={box} className="tt-time-plot" role="img" aria-label={label} />;
}

function LastValues({ lines, corner }: { readonly lines: readonly ChartLine[]; readonly corner: string }) {
  const text = useChartTexts();
  const language = useLanguage();
  if (corner === 'none') return null;
  return (
    <ul className="tt-time-last" data-corner={corner} aria-label={text('last')}>
      {lines.map(({ id, values, unit, isOthers }, index) => (
        <li key={id} style={{ color: `var(${colourOf(index, isOthers)})` }}>
          {formatValue(lastOf(values), unit, language)}
        </li>
      ))}
    </ul>
  );
}

/** The values under the cursor. */
function Pointed({ at, index, lines }: { at: number; index: number; lines: readonly ChartLine[] }) {
  const language = useLanguage();
  return (
    <div className="tt-time-pointed" aria-hidden="true">
      <strong>{formatMinute(at * 1_000, language)}</strong>
      {lines.slice(0, NAMED).map(({ id, name, values, unit, isOthers }, line) => (
        <span key={id}>
          <span className="tt-chart-key" style={{ background: `var(${colourOf(line, isOthers)})` }} />
          <span className="tt-ellipsis">{name}</span>
          <span className="tt-chart-summary">{formatValue(values[index] ?? null, unit, language)}</span>
        </span>
      ))}
    </div>
  );
}

const noSteps: readonly number[] = [];

/** Values over time. */
export function TimelineDashlet({ settings, title, result, context, size, onZoom }: Props) {
  const text = useChartTexts();
  const words = useChartWords();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [index, setIndex] = useState<number>();
  const steps = result?.steps ?? noSteps;
  const lines = useMemo(
    () => (result === undefined ? [] : chartLines(result, settings.series, words)),
    [result, settings.series, words],
  );
  const plotted = useMemo(
    () => plottedLines(lines, settings, { steps, hidden, trend: (name) => text('trend', { name }) }),
    [lines, settings, steps, hidden, text],
  );
  const toggle = (id: string): void =>
    setHidden((last) => new Set(last.has(id) ? [...last].filter((one) => one !== id) : [...last, id]));
  const summary = lines
    .slice(0, NAMED)
    .map(({ name, values, unit }) =>
      text('line', { name, value: formatValue(lastOf(values), unit, words.language) }),
    );
  const label = text('chart', { title, count: lines.length, lines: summary.join(', ') });
  const at = index === undefined ? undefined : steps[index];
  return (
    <div className="tt-time-dashlet" data-legend={settings.legend.place}>
      <div className="tt-time-chart">
        <Plot
          {...{ label, settings, context, onZoom }}
          all={lines}
          lines={plotted.lines}
          data={plotted.data}
          onCursor={setIndex}
        />
        <LastValues lines={lines} corner={settings.lastValue} />
        {index !== undefined && at !== undefined && <Pointed at={at} index={index} lines={lines} />}
      </div>
      {(settings.legend.place === 'right' || size.height >= LEGEND_FROM_PX) && (
        <ChartLegend title={title} lines={lines} legend={settings.legend} hidden={hidden} onToggle={toggle} />
      )}
    </div>
  );
}
