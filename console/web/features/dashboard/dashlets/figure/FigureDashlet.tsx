import { usePaperList } from '#web/ui/table/print/PaperList.tsx';
import { joinedValues } from '#web/kernel/kpi/source-step.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { DrillName } from '../../drill/DrillName.tsx';
import { openOf } from '../../drill/open-of.ts';
import { lineSummary, type ChartLine } from '../shared/chart-lines.ts';
import { levelOf } from '../shared/level-of.ts';
import { LevelValue } from '../shared/LevelValue.tsx';
import { limitedLines, levelStarts } from '../shared/limited-lines.ts';
import { lineFormat, type LineFormat } from '../shared/line-formats.ts';
import { sparkBounds, sparkPath } from '../sparkline/spark-path.ts';
import { useChartTexts } from '../texts/en.ts';
import { useChartWords } from '../use-chart-words.ts';
import './figure.css';

type Props = DashletProps<'figure'>;

interface OneProps extends Pick<Props, 'settings' | 'title' | 'onDrill'> {
  readonly line: ChartLine;
  readonly format: LineFormat;
}

function Figure({ line, format, settings, title, onDrill }: OneProps) {
  const text = useChartTexts();
  const value = lineSummary(line.values, settings.shown);
  const level = levelOf(settings.thresholds, value);
  const shown = format(line, value);
  return (
    <li className="tt-figure-one tt-drill-row">
      <svg
        viewBox="0 0 100 20"
        preserveAspectRatio="none"
        role="img"
        aria-label={text('line', { name: line.name, value: shown })}
      >
        <path
          className="tt-spark-line"
          data-level={level}
          d={sparkPath(joinedValues(line.values), sparkBounds(line.values))}
        />
      </svg>
      <span className="tt-figure-value">
        <LevelValue level={level} text={shown} />
      </span>
      <DrillName
        className={line.name === title ? 'tt-hidden' : 'tt-figure-name tt-ellipsis'}
        name={line.name}
        of={line.key}
        onOpen={openOf(onDrill, line)}
      />
      {settings.shown !== 'last' && (
        <span className="tt-figure-which tt-muted">{text(`figure_${settings.shown}`)}</span>
      )}
    </li>
  );
}

/** A large figure per key and KPI, with its values over time behind it. */
export function FigureDashlet({ settings, title, result, onDrill }: Props) {
  const words = useChartWords();
  const limits = levelStarts(settings.thresholds);
  const lines = limitedLines(result, { series: settings.series, words, limits });
  const format = lineFormat(lines, ({ values }) => [lineSummary(values, settings.shown)], words.language);
  const { box, shown, more, isWaiting } = usePaperList(lines);
  return (
    <ul
      ref={box}
      data-waiting={isWaiting}
      className="tt-figure-list"
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable where nothing in it is, as on a wall (WCAG 2.1.1)
      tabIndex={onDrill === undefined ? 0 : undefined}
    >
      {shown.map((line) => (
        <Figure
          key={line.id}
          line={line}
          format={format}
          settings={settings}
          title={title}
          onDrill={onDrill}
        />
      ))}
      {more}
    </ul>
  );
}
