import { formatZonedMinute, zonedDayAndTime } from '#web/lib/zoned/format-zoned.ts';
import { usePaperList } from '#web/ui/table/print/PaperList.tsx';
import type { DashletProps } from '../../dashlet-props.ts';
import { DrillName } from '../../drill/DrillName.tsx';
import { openOf } from '../../drill/open-of.ts';
import { lastOf, type ChartLine } from '../shared/chart-lines.ts';
import { levelOf } from '../shared/level-of.ts';
import { LevelValue } from '../shared/LevelValue.tsx';
import { limitedLines, levelStarts } from '../shared/limited-lines.ts';
import { lineFormat, type LineFormat } from '../shared/line-formats.ts';
import { useChartTexts } from '../texts/en.ts';
import { useChartWords } from '../use-chart-words.ts';
import { levelPeriods, type LevelPeriod } from './level-periods.ts';
import './states.css';

type Props = DashletProps<'states'>;

interface StripProps {
  readonly line: ChartLine;
  readonly periods: readonly LevelPeriod[];
  /** Seconds since 1970. */
  readonly shown: { readonly from: number; readonly to: number };
  readonly format: LineFormat;
  readonly timeZone: string;
}

/** The levels of a line, each as long as it lasted. */
function Strip({ line, periods, shown: { from: start, to: end }, format, timeZone }: StripProps) {
  const text = useChartTexts();
  const { language } = useChartWords();
  const share = (seconds: number): string => `${String((100 * seconds) / Math.max(1, end - start))}%`;
  const timeText = (at: number): string => formatZonedMinute(at * 1_000, timeZone, language);
  const label = ({ level, from, to, least, greatest }: LevelPeriod): string => {
    const values = [...new Set([format(line, least), format(line, greatest)])].join(' – ');
    const named = level === undefined ? values : `${text(`level_${level}`)}: ${values}`;
    return `${timeText(from)} – ${timeText(to)} · ${named}`;
  };
  return (
    <span
      className="tt-states-strip"
      role="img"
      aria-label={text('line', {
        name: line.name,
        value: periods.map(label).slice(-5).join('; ') || text('noValue'),
      })}
    >
      {periods.map((period) => (
        <span
          key={period.from}
          data-level={period.level}
          title={label(period)}
          style={{ left: share(period.from - start), width: share(period.to - period.from) }}
        />
      ))}
    </span>
  );
}

/** A strip per key and KPI: the level of its values at each time. */
export function StatesDashlet({ settings, title, result, context, onDrill }: Props) {
  const words = useChartWords();
  const { thresholds } = settings;
  const limits = levelStarts(thresholds);
  const lines = limitedLines(result, { series: settings.series, words, limits });
  const format = lineFormat(lines, ({ values }) => values, words.language);
  // Those that stand below each other: what is near a limit earlier does not lengthen them.
  const lastFormat = lineFormat(lines, ({ values }) => [lastOf(values)], words.language);
  const steps = result?.steps ?? [];
  const shown = { from: steps[0] ?? 0, to: result?.to ?? 0 };
  const { box, shown: rows, more, isWaiting } = usePaperList(lines);
  const { timeZone } = context;
  const ends = [shown.from, shown.to].map((at) => zonedDayAndTime(at * 1_000, timeZone, words.language));
  return (
    <div className="tt-states">
      <ul
        ref={box}
        data-waiting={isWaiting}
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable where nothing in it is, as on a wall (WCAG 2.1.1)
        tabIndex={onDrill === undefined ? 0 : undefined}
      >
        {rows.map((line) => {
          const value = lastOf(line.values);
          return (
            <li key={line.id} className="tt-states-row tt-drill-row">
              <DrillName
                className="tt-spark-name tt-ellipsis"
                name={line.name}
                of={line.key}
                onOpen={openOf(onDrill, line)}
              />
              <Strip
                line={line}
                format={format}
                shown={shown}
                timeZone={timeZone}
                periods={levelPeriods(line.values, { steps, end: shown.to, thresholds })}
              />
              <span className="tt-chart-summary">
                <LevelValue level={levelOf(thresholds, value)} text={lastFormat(line, value)} />
              </span>
            </li>
          );
        })}
        {more}
      </ul>
      <p className="tt-states-axis tt-muted" aria-hidden="true">
        {ends.map(({ day, time }, end) => (
          // oxlint-disable-next-line react/no-array-index-key -- the start and the end
          <span key={end}>
            <span className="tt-states-day">{day} </span>
            {time}
          </span>
        ))}
      </p>
    </div>
  );
}
