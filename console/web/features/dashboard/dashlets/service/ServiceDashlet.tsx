import { IconCheck, IconX } from '@tabler/icons-react';
import { formatDuration } from '#schemas/unit/duration.ts';
import { usePaperList } from '#web/ui/table/print/PaperList.tsx';
import type { DashletProps } from '../../dashlet-props.ts';
import { DrillName } from '../../drill/DrillName.tsx';
import { openOf } from '../../drill/open-of.ts';
import { lastOf, type ChartLine } from '../shared/chart-lines.ts';
import { limitedLines } from '../shared/limited-lines.ts';
import { lineFormat, type LineFormat } from '../shared/line-formats.ts';
import { useChartTexts } from '../texts/en.ts';
import { useChartWords } from '../use-chart-words.ts';
import { isShareOfTime, serviceBudget } from './service-budget.ts';
import './service.css';

type Props = DashletProps<'service'>;

interface PromiseProps extends Pick<Props, 'settings' | 'onDrill'> {
  readonly line: ChartLine;
  readonly format: LineFormat;
  /** Of the period; undefined: what was reached is no share of it. */
  readonly lengthMs: number | undefined;
}

/** Seconds are as short as a promise of a month can be missed by. */
const LEAST_MS = 1_000;

function PromiseState({ isMet }: { readonly isMet: boolean }) {
  const text = useChartTexts();
  const Icon = isMet ? IconCheck : IconX;
  const label = text(isMet ? 'promiseMet' : 'promiseMissed');
  return (
    <span className="tt-service-state" title={label}>
      <Icon size={14} aria-hidden="true" />
      <span className="tt-hidden">{label}</span>
    </span>
  );
}

function PromiseRow({ line, format, settings: { promise }, lengthMs, onDrill }: PromiseProps) {
  const text = useChartTexts();
  const { language } = useChartWords();
  const reached = lastOf(line.values);
  const budget = reached === null ? undefined : serviceBudget(reached, promise, lengthMs ?? 0);
  const durationOf = (ms: number): string => formatDuration(Math.abs(ms) < LEAST_MS ? 0 : ms, language);
  return (
    <div role="row" className="tt-drill-row" data-met={budget?.isMet}>
      <div role="rowheader">
        <DrillName className="tt-ellipsis" name={line.name} of={line.key} onOpen={openOf(onDrill, line)} />
      </div>
      <div role="cell">{format(line, promise)}</div>
      <div role="cell">
        {budget !== undefined && <PromiseState isMet={budget.isMet} />}
        {format(line, reached)}
      </div>
      <div role="cell" title={lengthMs === undefined ? text('noBudget') : undefined}>
        {budget === undefined || lengthMs === undefined ? '–' : durationOf(budget.leftMs)}
      </div>
    </div>
  );
}

/** Promise, what was reached and what is left of the time that may be missed, the worst first as its request orders it. */
export function ServiceDashlet({ settings, title, result, request, onDrill }: Props) {
  const words = useChartWords();
  const text = useChartTexts();
  const limits = [settings.promise];
  const lines = limitedLines(result, { series: settings.series, words, limits });
  const format = lineFormat(lines, ({ values }) => [lastOf(values), settings.promise], words.language);
  const [reached] = result?.series ?? [];
  const isTime =
    reached !== undefined && isShareOfTime({ ...reached, businessHours: request?.businessHours });
  const lengthMs = result !== undefined && isTime ? (result.to - result.from) * 1_000 : undefined;
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
        <PromiseRow
          key={line.id}
          line={line}
          format={format}
          settings={settings}
          lengthMs={lengthMs}
          onDrill={onDrill}
        />
      ))}
      {more}
    </div>
  );
}
