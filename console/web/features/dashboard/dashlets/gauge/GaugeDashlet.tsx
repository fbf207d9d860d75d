import { labelled } from '#web/lib/labelled.ts';
import { usePaperList } from '#web/ui/table/print/PaperList.tsx';
import type { DashletProps } from '../../dashlet-props.ts';
import { chartLines, lastOf, type ChartLine } from '../shared/chart-lines.ts';
import { sectorPath } from '../shared/geometry.ts';
import { lineFormat, type LineFormat } from '../shared/line-formats.ts';
import { levelOf, type Level } from '../shared/level-of.ts';
import { isAboveLine } from '../shared/above-line.ts';
import { LevelValue } from '../shared/LevelValue.tsx';
import { DrillName } from '../../drill/DrillName.tsx';
import { openOf } from '../../drill/open-of.ts';
import { useChartWords } from '../use-chart-words.ts';
import { useChartTexts } from '../texts/en.ts';
import { dialColumns } from './dial-columns.ts';
import { dialEnds, dialFill, offScale, type Ends } from './dial.ts';
import './gauge.css';

/** Dials that fit; more are scrolled. */
const ARC = { from: -0.375, turn: 0.75, inner: 38, outer: 48 };

interface DialProps {
  /** Parts of the dial, 0 to 1. */
  readonly filled: Ends;
  readonly level: Level | undefined;
}

function Arc({ filled: [start, end], level }: DialProps) {
  const { from, turn, inner, outer } = ARC;
  return (
    <svg viewBox="-50 -50 100 86" aria-hidden="true" className="tt-gauge-arc">
      <path className="tt-gauge-track" d={sectorPath({ from, to: from + turn }, { inner, outer })} />
      {end > start && (
        <path
          className="tt-gauge-value"
          data-level={level}
          d={sectorPath({ from: from + turn * start, to: from + turn * end }, { inner, outer })}
        />
      )}
    </svg>
  );
}

const percent = (part: number): string => `${String(part * 100)}%`;

const Bar = ({ filled: [start, end], level }: DialProps) => (
  <span className="tt-gauge-bar" aria-hidden="true">
    <span data-level={level} style={{ marginLeft: percent(start), width: percent(end - start) }} />
  </span>
);

const seriesOf = ({ series }: DashletProps<'gauge'>['settings'], line: ChartLine) => ({
  kpi: series[line.series]?.kpi,
  thresholds: series[line.series]?.formatting ?? [],
});

interface OneProps extends Pick<DashletProps<'gauge'>, 'settings' | 'title' | 'onDrill'> {
  readonly line: ChartLine;
  readonly format: LineFormat;
}

function Dial({ line, format, settings, title, onDrill }: OneProps) {
  const words = useChartTexts();
  const { language } = useChartWords();
  const value = lastOf(line.values);
  const { kpi, thresholds } = seriesOf(settings, line);
  const ends = dialEnds(settings.axis, { unit: line.unit, value, thresholds });
  const level = levelOf(thresholds, value);
  const filled = dialFill(value, ends);
  const text = format(line, value);
  const off = settings.shape === 'number' ? undefined : offScale(value, ends);
  return (
    <div className="tt-gauge tt-drill-row" data-shape={settings.shape}>
      <div
        className="tt-gauge-dial"
        role="meter"
        aria-label={line.name}
        aria-valuemin={ends[0]}
        aria-valuemax={ends[1]}
        aria-valuenow={value ?? ends[0]}
        aria-valuetext={off === undefined ? text : labelled(text, words(off), language)}
      >
        {settings.shape === 'arc' && <Arc filled={filled} level={level} />}
        <span className="tt-gauge-number" data-unit={line.unit}>
          <LevelValue level={level} text={text} isAbove={isAboveLine(kpi, value)} />
        </span>
        {settings.shape === 'bar' && <Bar filled={filled} level={level} />}
        {off !== undefined && <span className="tt-gauge-off">{words(off)}</span>}
      </div>
      <DrillName
        className={line.name === title ? 'tt-gauge-titled' : 'tt-gauge-name'}
        name={line.name}
        of={line.key}
        onOpen={openOf(onDrill, line)}
      />
    </div>
  );
}

/** A dial, bar or number per key and KPI. */
export function GaugeDashlet({ settings, title, result, size, onDrill }: DashletProps<'gauge'>) {
  const words = useChartWords();
  const lines = result === undefined ? [] : chartLines(result, settings.series, words);
  const format = lineFormat(lines, ({ values }) => [lastOf(values)], words.language);
  const { box, shown, more, isWaiting } = usePaperList<(typeof lines)[number], HTMLDivElement>(lines, 'div');
  return (
    <div
      ref={box}
      data-waiting={isWaiting}
      className="tt-gauges"
      style={{ gridTemplateColumns: `repeat(${String(dialColumns(lines.length, size))}, minmax(0, 1fr))` }}
    >
      {shown.map((line) => (
        <Dial key={line.id} line={line} format={format} settings={settings} title={title} onDrill={onDrill} />
      ))}
      {more}
    </div>
  );
}
