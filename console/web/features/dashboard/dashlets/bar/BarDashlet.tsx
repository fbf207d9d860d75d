import { Fragment, Suspense, type CSSProperties } from 'react';
import type { Unit } from '#schemas/unit/unit.ts';
import type { Thresholds } from '#schemas/dashboard/dashlet-parts.ts';
import { labelled } from '#web/lib/labelled.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { usePaperList } from '#web/ui/table/print/PaperList.tsx';
import type { DashletProps } from '../../dashlet-props.ts';
import { ChartLegend } from '../shared/ChartLegend.tsx';
import { chartLines, lastOf, rowName, seriesNames, type ChartLine } from '../shared/chart-lines.ts';
import { colourOf } from '../shared/colours.ts';
import { roundUp, share } from '../shared/geometry.ts';
import { levelOf } from '../shared/level-of.ts';
import { lineFormat, type LineFormat } from '../shared/line-formats.ts';
import { LevelValue } from '../shared/LevelValue.tsx';
import { DrillName } from '../../drill/DrillName.tsx';
import { openOf } from '../../drill/open-of.ts';
import { useChartWords } from '../use-chart-words.ts';
import { useChartTexts } from '../texts/en.ts';
import { barBounds, barGroups, turnedNames, type BarGroup } from './bar-shapes.ts';
import './bar.css';

type Props = DashletProps<'bar'>;

const TimelineDashlet = lazyPart(() => import('../timeline/TimelineDashlet.tsx'), 'TimelineDashlet');

/** With `date` among the keys bars stand over the time, as those of a timeline. */
function TimeBars({ settings, ...props }: Props) {
  const { axis, orientation: _, maxLines: _lines, ...common } = settings;
  return (
    <Suspense>
      <TimelineDashlet
        {...props}
        settings={{
          ...common,
          keys: settings.keys.filter((key) => key !== 'date'),
          series: settings.series.map((series) => ({ ...series, axis: 'left' as const })),
          style: 'bars',
          left: axis,
          right: axis,
          comparison: 'none',
          marks: [],
          thresholdLook: 'line',
        }}
      />
    </Suspense>
  );
}

const percent = (part: number): string => `${String(part * 100)}%`;

interface BarsProps {
  readonly group: BarGroup;
  /** Least and greatest value of the scale of a unit. */
  readonly endsOf: (unit: Unit) => readonly [number, number];
  readonly settings: Props['settings'];
  readonly format: LineFormat;
  readonly isStacked: boolean;
  readonly colour: (line: ChartLine) => string;
}

const formattingOf = ({ series }: Props['settings'], line: ChartLine): Thresholds =>
  series[line.series]?.formatting ?? [];

function Bars({ group, endsOf, settings, format, isStacked, colour }: BarsProps) {
  const { language } = useChartWords();
  const isUpright = settings.orientation === 'vertical';
  // Several KPIs are distinguished by their colours.
  const isLevelled = settings.series.length === 1;
  return (
    <span className="tt-bars-track">
      {group.bars.map(({ line, value, from, to }) => {
        const [min, max] = endsOf(line.unit);
        const [start, end] = [share(Math.min(from, to), min, max), share(Math.max(from, to), min, max)];
        const place = isUpright
          ? { bottom: percent(start), height: percent(end - start) }
          : { left: percent(start), width: percent(end - start) };
        return (
          <span
            key={line.id}
            className="tt-bars-slot"
            data-stacked={isStacked}
            title={labelled(line.name, format(line, value), language)}
          >
            <span
              className="tt-bars-bar"
              data-level={isLevelled ? levelOf(formattingOf(settings, line), value) : undefined}
              style={{ ...place, background: colour(line) }}
            />
          </span>
        );
      })}
    </span>
  );
}

/** Ends of the scale of each unit, those of the axis where it has them. */
function scales(groups: readonly BarGroup[], { min, max }: Props['settings']['axis']): BarsProps['endsOf'] {
  const known = new Map<Unit, readonly [number, number]>();
  return (unit) => {
    const [least, greatest] = known.get(unit) ?? barBounds(groups, unit);
    known.set(unit, [least, greatest]);
    return [min ?? least, max ?? roundUp(greatest)];
  };
}

/** The values of a row with their levels. */
function Values({ group, settings, format }: Pick<BarsProps, 'group' | 'settings' | 'format'>) {
  const text = useChartTexts();
  return (
    <span className="tt-chart-summary">
      {group.bars.length === 0 && text('noValue')}
      {group.bars.map(({ line, value }, index) => (
        <Fragment key={line.id}>
          {index > 0 && ' · '}
          <LevelValue level={levelOf(formattingOf(settings, line), value)} text={format(line, value)} />
        </Fragment>
      ))}
    </span>
  );
}

/** In a narrower dashlet a bar is below its name: next to its values there is no room for both. */
const NARROW_PX = 240;

interface ListProps extends Pick<Props, 'settings' | 'title' | 'size' | 'onDrill'> {
  readonly groups: readonly BarGroup[];
  /** What the row of each group stands for. */
  readonly points: readonly { readonly key: ChartLine['key'] }[];
  readonly isStacked: boolean;
  readonly colour: (line: ChartLine) => string;
}

/** The rows, or what stands side by side, each with its name and values. */
function BarList({ settings, title, size, onDrill, groups, points, isStacked, colour }: ListProps) {
  const { language } = useChartWords();
  const endsOf = scales(groups, settings.axis);
  const bars = groups.flatMap((group) => group.bars.map(({ line, value }) => ({ ...line, value })));
  const format = lineFormat(bars, ({ value }) => [value], language);
  const isUpright = settings.orientation === 'vertical';
  const names = groups.map(({ name }) => name);
  const turned = isUpright ? turnedNames(names, size) : undefined;
  const { box, shown, more, isWaiting } = usePaperList(groups);
  return (
    <ul
      ref={box}
      data-waiting={isWaiting}
      className="tt-bars"
      data-orientation={settings.orientation}
      data-narrow={size.width < NARROW_PX}
      data-turned={turned !== undefined}
      style={{ '--tt-bars-standing': `${String(turned ?? 0)}px` } as CSSProperties}
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable where nothing in it is, as on a wall (WCAG 2.1.1)
      tabIndex={onDrill === undefined ? 0 : undefined}
    >
      {shown.map((group, index) => (
        <li key={group.id} className="tt-bars-row tt-drill-row">
          <DrillName
            className="tt-bars-name tt-ellipsis"
            name={group.name}
            of={points[index]?.key}
            onLines={isUpright}
            onOpen={openOf(onDrill, { name: group.name, key: points[index]?.key })}
          />
          <Bars
            group={group}
            endsOf={endsOf}
            settings={settings}
            format={format}
            isStacked={isStacked}
            colour={colour}
          />
          <Values group={group} settings={settings} format={format} />
        </li>
      ))}
      {more}
    </ul>
  );
}

/** A bar per key and KPI. */
export function BarDashlet(props: Props) {
  const { settings, title, result } = props;
  const words = useChartWords();
  if (settings.keys.includes('date')) return <TimeBars {...props} />;
  const lines = result === undefined ? [] : chartLines(result, settings.series, words);
  const perRow = settings.series.length;
  const points = (result?.rows ?? []).map((row, index) => ({
    id: String(index),
    name: rowName(row, words) || title,
    key: row.others === true ? undefined : row.key,
    lines: lines
      .slice(index * perRow, (index + 1) * perRow)
      .map((line) => ({ line, value: lastOf(line.values) })),
  }));
  // Values of different units have no sum.
  const isStacked = settings.stacked && new Set(lines.map(({ unit }) => unit)).size <= 1;
  const groups = barGroups(points, isStacked);
  // A colour per KPI; of a single one the same for each row.
  const colour = ({ series }: ChartLine): string => `var(${colourOf(series)})`;
  const keys = seriesNames(settings.series, words, result?.series).map((name, index): ChartLine => ({
    id: String(index),
    name,
    unit: lines[index]?.unit ?? 'scalar',
    series: index,
    isOthers: false,
    values: [],
  }));
  return (
    <div className="tt-bars-chart">
      <BarList {...props} groups={groups} points={points} isStacked={isStacked} colour={colour} />
      {settings.axis.title !== '' && <p className="tt-bars-axis">{settings.axis.title}</p>}
      {perRow > 1 && <ChartLegend title={title} lines={keys} legend={{ ...settings.legend, values: [] }} />}
    </div>
  );
}
