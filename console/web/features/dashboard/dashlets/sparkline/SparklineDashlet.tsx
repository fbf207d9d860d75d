import { usePaperList } from '#web/ui/table/print/PaperList.tsx';
import { joinedValues } from '#web/kernel/kpi/source-step.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { lastOf, type ChartLine } from '../shared/chart-lines.ts';
import { limitedLines, levelStarts } from '../shared/limited-lines.ts';
import { lineFormat, type LineFormat } from '../shared/line-formats.ts';
import { regressionOf } from '../shared/regression.ts';
import { levelOf } from '../shared/level-of.ts';
import { LevelValue } from '../shared/LevelValue.tsx';
import { DrillName } from '../../drill/DrillName.tsx';
import { openOf } from '../../drill/open-of.ts';
import { useChartWords } from '../use-chart-words.ts';
import { useChartTexts } from '../texts/en.ts';
import { sparkBounds, sparkPath } from './spark-path.ts';
import '../shared/chart-legend.css';
import './sparkline.css';

type Props = DashletProps<'sparkline'>;

interface SparkProps extends Pick<Props, 'settings' | 'onDrill'> {
  readonly line: ChartLine;
  readonly format: LineFormat;
}

function Spark({ line, format, settings, onDrill }: SparkProps) {
  const text = useChartTexts();
  const last = lastOf(line.values);
  const bounds = sparkBounds(line.values);
  const trend = settings.regression ? regressionOf(line.values) : null;
  const level = levelOf(settings.thresholds, last);
  const value = format(line, last);
  return (
    <li className="tt-spark tt-drill-row">
      <DrillName
        className="tt-spark-name tt-ellipsis"
        name={line.name}
        of={line.key}
        onOpen={openOf(onDrill, line)}
      />
      <svg
        viewBox="0 0 100 20"
        preserveAspectRatio="none"
        role="img"
        aria-label={text('line', { name: line.name, value })}
      >
        <path className="tt-spark-line" data-level={level} d={sparkPath(joinedValues(line.values), bounds)} />
        {trend !== null && <path className="tt-spark-trend" d={sparkPath(trend, bounds)} />}
      </svg>
      {settings.lastValue !== 'none' && (
        <span className="tt-chart-summary" data-corner={settings.lastValue}>
          <LevelValue level={level} text={value} />
        </span>
      )}
    </li>
  );
}

/** In a narrower dashlet a line is below its name: next to its value there is no room for both. */
const NARROW_PX = 240;

/** A small line per key and KPI. */
export function SparklineDashlet({ settings, title, result, size, onDrill }: Props) {
  const words = useChartWords();
  const limits = levelStarts(settings.thresholds);
  const lines = limitedLines(result, { series: settings.series, words, limits });
  const format = lineFormat(lines, ({ values }) => [lastOf(values)], words.language);
  const { box, shown, more, isWaiting } = usePaperList(lines);
  return (
    <ul
      ref={box}
      data-waiting={isWaiting}
      className="tt-sparks"
      aria-label={title}
      data-narrow={size.width < NARROW_PX}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable where nothing in it is, as on a wall (WCAG 2.1.1)
      tabIndex={onDrill === undefined ? 0 : undefined}
    >
      {shown.map((line) => (
        <Spark key={line.id} line={line} format={format} settings={settings} onDrill={onDrill} />
      ))}
      {more}
    </ul>
  );
}
