import { kpiValue } from '#web/kernel/kpi/kpi-value.ts';
import type { Axis } from '#schemas/dashboard/dashlet-parts.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { chartLines, lastOf } from '../shared/chart-lines.ts';
import type { ChartLine } from '../shared/chart-lines.ts';
import { roundUp, sectorPath, share } from '../shared/geometry.ts';
import { levelOf } from '../shared/level-of.ts';
import type { Level } from '../shared/level-of.ts';
import { LevelValue } from '../shared/LevelValue.tsx';
import { DrillName } from '../../drill/DrillName.tsx';
import { openOf } from '../../drill/open-of.ts';
import { useChartWords } from '../use-chart-texts.ts';
import './gauge.css';

/** Dials that fit; more are scrolled. */
const ARC = { from: -0.375, turn: 0.75, inner: 38, outer: 48 };

/** The ends of a dial: those of the axis, else 0, and 100 for percents or the next round number. */
export function dialEnds({ min, max }: Axis, unit: Unit, value: number | null): readonly [number, number] {
  const start = min ?? 0;
  return [
    start,
    max ?? (unit === 'percent' ? Math.max(100, value ?? 0) : roundUp(Math.max(value ?? 0, start))),
  ];
}

interface DialProps {
  readonly part: number;
  readonly level: Level | undefined;
}

function Arc({ part, level }: DialProps) {
  const { from, turn, inner, outer } = ARC;
  return (
    <svg viewBox="-50 -50 100 86" aria-hidden="true" className="tt-gauge-arc">
      <path className="tt-gauge-track" d={sectorPath({ from, to: from + turn }, { inner, outer })} />
      {part > 0 && (
        <path
          className="tt-gauge-value"
          data-level={level}
          d={sectorPath({ from, to: from + turn * part }, { inner, outer })}
        />
      )}
    </svg>
  );
}

const Bar = ({ part, level }: DialProps) => (
  <span className="tt-gauge-bar" aria-hidden="true">
    <span data-level={level} style={{ width: `${String(part * 100)}%` }} />
  </span>
);

function Dial({
  line,
  settings,
  title,
  onDrill,
}: Pick<DashletProps<'gauge'>, 'settings' | 'title' | 'onDrill'> & { readonly line: ChartLine }) {
  const { language } = useChartWords();
  const value = lastOf(line.values);
  const [min, max] = dialEnds(settings.axis, line.unit, value);
  const level = levelOf(settings.series[line.series]?.formatting ?? [], value);
  const part = value === null ? 0 : share(value, min, max);
  const text = kpiValue({ unit: line.unit }, value, language);
  return (
    <div className="tt-gauge tt-drill-row" data-shape={settings.shape}>
      <div
        className="tt-gauge-dial"
        role="meter"
        aria-label={line.name}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value ?? min}
        aria-valuetext={text}
      >
        {settings.shape === 'arc' && <Arc part={part} level={level} />}
        <span className="tt-gauge-number" data-unit={line.unit}>
          <LevelValue level={level} text={text} />
        </span>
        {settings.shape === 'bar' && <Bar part={part} level={level} />}
      </div>
      <DrillName
        className={line.name === title ? 'tt-gauge-titled' : 'tt-gauge-name tt-ellipsis'}
        name={line.name}
        onOpen={openOf(onDrill, line)}
      />
    </div>
  );
}

/** A dial, bar or number per key and KPI. */
export function GaugeDashlet({ settings, title, result, onDrill }: DashletProps<'gauge'>) {
  const words = useChartWords();
  const lines = result === undefined ? [] : chartLines(result, settings.series, words);
  return (
    <div className="tt-gauges" data-count={Math.min(lines.length, 9)}>
      {lines.map((line) => (
        <Dial key={line.id} {...{ line, settings, title, onDrill }} />
      ))}
    </div>
  );
}
