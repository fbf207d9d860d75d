import type { CSSProperties } from 'react';
import { lineSummary, chartLines, type ChartLine } from '../shared/chart-lines.ts';
import { formatZonedMinute } from '#web/lib/zoned/format-zoned.ts';
import { dateFormat } from '#web/lib/format.ts';
import { dateOf, msOf } from '#web/lib/clock.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { levelOf } from '../shared/level-of.ts';
import { lineFormat } from '../shared/line-formats.ts';
import { useChartTexts } from '../texts/en.ts';
import { useChartWords } from '../use-chart-words.ts';
import { dayHours, shareBetween, type HourCell } from './day-hours.ts';
import './hours.css';

type Props = DashletProps<'hours'>;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Hours that have their number above them. */
const isNamed = (hour: number): boolean => hour % 3 === 0;
/** The least value is visible as well. */
const LEAST_PERCENT = 8;

interface CellProps extends Pick<Props, 'settings' | 'context'> {
  readonly cell: HourCell;
  readonly line: ChartLine;
  readonly ends: readonly [number, number];
  readonly format: (value: number | null) => string;
}

function Cell({ cell: { at, value }, settings, context, ends: [least, greatest], format }: CellProps) {
  const { language } = useChartWords();
  const text = useChartTexts();
  const level = levelOf(settings.thresholds, value);
  const time = formatZonedMinute(at * 1_000, context.timeZone, language);
  const named = level === undefined ? format(value) : `${format(value)} ${text(`level_${level}`)}`;
  const share = value === null ? 0 : shareBetween(value, least, greatest);
  return (
    <span
      className="tt-hours-cell"
      data-level={level}
      data-none={value === null}
      title={`${time}: ${named}`}
      style={
        level === undefined
          ? ({
              '--tt-share': `${String(Math.round(LEAST_PERCENT + share * (100 - LEAST_PERCENT)))}%`,
            } as CSSProperties)
          : undefined
      }
    >
      <span className="tt-hidden">{named}</span>
    </span>
  );
}

/** The values of hours as cells, days below each other. */
export function HoursDashlet({ settings, title, result, context }: Props) {
  const words = useChartWords();
  const text = useChartTexts();
  const { language } = words;
  const [line] = result === undefined ? [] : chartLines(result, settings.series, words);
  if (result === undefined || line === undefined) return null;
  const [least, greatest] = [
    lineSummary(line.values, 'minimum') ?? 0,
    lineSummary(line.values, 'maximum') ?? 0,
  ];
  const formats = lineFormat([line], ({ values }) => values, language);
  const format = (value: number | null): string => formats(line, value);
  const dayFormat = dateFormat(language, 'hours-day', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1)
    <div className="tt-hours" tabIndex={0}>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">
              <span className="tt-hidden">{text('day')}</span>
            </th>
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                <span className={isNamed(hour) ? undefined : 'tt-hidden'}>{hour}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dayHours(result.steps ?? [], line.values, context.timeZone).map(({ day, hours }) => (
            <tr key={day}>
              <th scope="row">{dayFormat.format(dateOf(msOf(day)))}</th>
              {hours.map((cells, hour) => (
                // oxlint-disable-next-line react/no-array-index-key -- the index is the hour
                <td key={hour}>
                  <span className="tt-hours-cells">
                    {cells.map((cell) => (
                      <Cell
                        key={cell.at}
                        cell={cell}
                        line={line}
                        settings={settings}
                        context={context}
                        format={format}
                        ends={[least, greatest]}
                      />
                    ))}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {settings.thresholds.length === 0 && (
        <p className="tt-hours-scale tt-muted" aria-hidden="true">
          {format(least)}
          <span className="tt-hours-ramp" />
          {format(greatest)}
        </p>
      )}
    </div>
  );
}
