import type { ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { useChartTexts } from '../use-chart-texts.ts';

/** What the bands and lines behind a chart mean, with their number: those that it has. */
export function MarkLegend({ title, marks }: { readonly title: string; readonly marks: ElementMarks }) {
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
  if (shown.length === 0) return null;
  return (
    <ul className="tt-chart-legend" data-place="bottom" aria-label={text('marks', { title })}>
      {shown.map(({ is, count }) => (
        <li key={is}>
          <span className="tt-time-mark" data-is={is} aria-hidden="true" />
          {text(`marks_${is}`, { count })}
        </li>
      ))}
      {isCut && <li>{text('marksCut')}</li>}
    </ul>
  );
}
