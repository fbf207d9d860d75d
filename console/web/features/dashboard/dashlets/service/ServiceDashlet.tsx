import { IconCheck, IconX } from '@tabler/icons-react';
import { formatDuration } from '#schemas/unit/duration.ts';
import { usePaperList } from '#web/ui/table/print/PaperList.tsx';
import type { DashletProps } from '../../dashlet-props.ts';
import { DrillName } from '../../drill/DrillName.tsx';
import { openOf } from '../../drill/open-of.ts';
import { chartLines, lastOf, type ChartLine } from '../shared/chart-lines.ts';
import { lineFormat, type LineFormat } from '../shared/line-formats.ts';
import { useChartTexts } from '../texts/en.ts';
import { useChartWords } from '../use-chart-words.ts';
import { serviceBudget } from './service-budget.ts';
import './service.css';

type Props = DashletProps<'service'>;

interface PromiseProps extends Pick<Props, 'settings' | 'onDrill'> {
  readonly line: ChartLine;
  readonly format: LineFormat;
  readonly lengthMs: number;
}

/** Seconds are as short as a promise of a month can be missed by. */
const LEAST_MS = 1_000;

function PromiseRow({ line, format, settings: { promise }, lengthMs, onDrill }: PromiseProps) {
  const text = useChartTexts();
  const { language } = useChartWords();
  const reached = lastOf(line.values);
  const budget = reached === null ? undefined : serviceBudget(reached, promise, lengthMs);
  const durationOf = (ms: number): string => formatDuration(Math.abs(ms) < LEAST_MS ? 0 : ms, language);
  return (
    <div role="row" className="tt-drill-row" data-kept={budget?.isKept}>
      <div role="rowheader">
        <DrillName className="tt-ellipsis" name={line.name} onOpen={openOf(onDrill, line)} />
      </div>
      <div role="cell">{format(line, promise)}</div>
      <div role="cell">
        {budget !== undefined && (
          <span className="tt-service-state" title={text(budget.isKept ? 'promiseKept' : 'promiseMissed')}>
            {budget.isKept ? (
              <IconCheck size={14} aria-hidden="true" />
            ) : (
              <IconX size={14} aria-hidden="true" />
            )}
            <span className="tt-hidden">{text(budget.isKept ? 'promiseKept' : 'promiseMissed')}</span>
          </span>
        )}
        {format(line, reached)}
      </div>
      <div role="cell">{budget === undefined ? text('noValue') : durationOf(budget.leftMs)}</div>
    </div>
  );
}

/** Promise, what was reached and what is left of the time that may be missed, the worst first as its request orders it. */
export function ServiceDashlet({ settings, title, result, onDrill }: Props) {
  const words = useChartWords();
  const text = useChartTexts();
  const limits = [settings.promise];
  const lines =
    result === undefined
      ? []
      : chartLines(result, settings.series, words).map((line) => ({ ...line, limits }));
  const format = lineFormat(lines, ({ values }) => [lastOf(values), settings.promise], words.language);
  const lengthMs = result === undefined ? 0 : (result.to - result.from) * 1_000;
  const { box, shown, more, isWaiting } = usePaperList<ChartLine, HTMLDivElement>(lines, 'div');
  return (
    <div
      ref={box}
      role="table"
      aria-label={title}
      className="tt-service"
      data-waiting={isWaiting}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1)
      tabIndex={0}
    >
      <div role="row" className="tt-service-head">
        {(['name', 'promise', 'reached', 'budgetLeft'] as const).map((column) => (
          <div key={column} role="columnheader">
            {text(column)}
          </div>
        ))}
      </div>
      {shown.map((line) => (
        <PromiseRow key={line.id} {...{ line, format, settings, lengthMs, onDrill }} />
      ))}
      {more}
    </div>
  );
}
