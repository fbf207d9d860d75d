import { historyLimits } from '#schemas/limit/history.ts';
import { useChartTexts } from '../texts/en.ts';
import type { TimelineMarks } from './use-timeline-marks.ts';

/** What the bands and lines behind a chart mean, with their number: those that it has. */
export function MarkLegend({
  title,
  marks,
  isPart,
}: TimelineMarks & {
  readonly title: string;
}) {
  const text = useChartTexts();
  const { alarms, silences, definitions, isCut } = marks;
  const maintenance = silences.filter((each) => each.maintenance).length;
  const entries = [
    { is: 'alarms', count: alarms.length },
    { is: 'silences', count: silences.length - maintenance },
    { is: 'maintenance', count: maintenance },
    { is: 'definitions', count: definitions.length },
  ] as const;
  const shown = entries.filter(({ count }) => count > 0);
  if (shown.length === 0 && !isPart) return null;
  return (
    <ul className="tt-chart-legend" data-place="bottom" aria-label={text('marks', { title })}>
      {shown.map(({ is, count }) => (
        <li key={is}>
          <span className="tt-time-mark" data-is={is} aria-hidden="true" />
          {text(`marks_${is}`, { count })}
        </li>
      ))}
      {isPart && <li>{text('marksPart', { days: historyLimits.maxDays })}</li>}
      {isCut && <li>{text('marksCut')}</li>}
    </ul>
  );
}
