import { use, useEffect, useEffectEvent } from 'react';
import { axisFormat } from '#schemas/unit/column-format.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import type { PlotArea, PlotSize } from '#web/ui/plot/start-plot.ts';
import { usePlot } from '#web/ui/plot/use-plot.ts';
import { OnPaper } from '#web/ui/table/print/paper.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useTheme } from '#web/lib/theme.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import type { ChartLine } from '../shared/chart-lines.ts';
import { axisTick } from './axis-tick.ts';
import type { PlottedLine, TimelineData } from './timeline-lines.ts';
import type { PlottedMarks } from './timeline-marks.ts';
import { startTimelinePlot, type TimelinePlotOptions } from './timeline-plot.ts';

type Props = DashletProps<'timeline'>;

type ClickedPoint = Parameters<NonNullable<TimelinePlotOptions['onPoint']>>[0];

const LONG_AXIS_S = 3 * 86_400;
/** A chart that is tall enough has room above the lines for their last values. */
const TALL_PX = 90;
const BELOW_VALUES_PX = 2;
/** Of the lane of events, with the gap around it (`kernel/lane/lane.css`). */
const LANE_PX = 8;

const unitOfSide = (
  lines: readonly ChartLine[],
  { series }: Props['settings'],
  side: 'left' | 'right',
): Unit => lines.find((line) => (series[line.series]?.axis ?? 'left') === side)?.unit ?? 'scalar';

/** For what lies over the plot, which is zoomed. */
function setArea(chart: HTMLElement | null, area: PlotArea, zoom: number): void {
  for (const side of ['left', 'right', 'bottom'] as const)
    chart?.style.setProperty(`--tt-plot-${side}`, `${String(area[side] / zoom)}px`);
}

/** What stays free above and below the lines, for the last values and for the lane. */
const freeRoom = (
  { lastValue }: Props['settings'],
  { height }: PlotSize,
  ofValues: number,
): Pick<TimelinePlotOptions, 'above' | 'below'> => ({
  above: lastValue.startsWith('top') && height >= TALL_PX ? ofValues + BELOW_VALUES_PX : 0,
  below: LANE_PX,
});

interface CanvasProps extends Pick<Props, 'settings' | 'context'> {
  readonly onZoom: Props['onZoom'] | undefined;
  readonly label: string;
  readonly all: readonly ChartLine[];
  /** Height of the last values, in CSS pixels. */
  readonly above: number;
  readonly lines: readonly PlottedLine[];
  readonly data: TimelineData;
  readonly marks: PlottedMarks;
  readonly onCursor: (index: number | undefined) => void;
  readonly onPoint: TimelinePlotOptions['onPoint'];
}

/** The canvas. Values are replaced in place; other lines, colours and sizes draw it again. */
export function TimelineCanvas({
  label,
  all,
  above,
  lines,
  data,
  marks,
  settings,
  context,
  onCursor,
  onPoint,
  onZoom,
}: CanvasProps) {
  const language = useLanguage();
  const theme = useTheme();
  const isOnPaper = use(OnPaper) !== undefined;
  const clicked = useEffectEvent((point: ClickedPoint) => onPoint?.(point));
  const { container, plot } = usePlot({
    shape: JSON.stringify([lines, settings, language, theme, context.timeZone, above]),
    start(place, size, zoom) {
      const isLong = (data[0].at(-1) ?? 0) - (data[0][0] ?? 0) > LONG_AXIS_S;
      const [left, right] = (['left', 'right'] as const).map((side) => unitOfSide(all, settings, side));
      return startTimelinePlot(place, data, {
        ...size,
        lines,
        marks,
        left: settings.left,
        right: settings.right,
        thresholds: settings.thresholds,
        thresholdLook: settings.thresholdLook,
        formatLeft: (ticks) => axisFormat(ticks, left ?? 'scalar', language),
        formatRight: (ticks) => axisFormat(ticks, right ?? 'scalar', language),
        formatTick: (at) => axisTick(at * 1_000, { language, timeZone: context.timeZone, isLong }),
        timeZone: context.timeZone,
        syncKey: 'dashboard',
        paper: isOnPaper ? label : undefined,
        ...freeRoom(settings, { ...size, height: size.height / zoom }, above),
        scale: zoom,
        onDrawn: (area) => setArea(place.parentElement, area, zoom),
        onCursor,
        onPoint: onPoint && ((point) => clicked(point)),
        onZoom,
      });
    },
  });
  const setData = useEffectEvent((next: TimelineData) => plot.current?.setData(next));
  const setMarks = useEffectEvent((next: PlottedMarks) => plot.current?.setMarks(next));
  useEffect(() => setData(data), [data]);
  useEffect(() => setMarks(marks), [marks]);
  // On paper the canvas has this name.
  const named = isOnPaper ? {} : { role: 'img', 'aria-label': label };
  return <div ref={container} className="tt-time-plot" {...named} />;
}
