import { use } from 'react';
import type { AnnotationList } from '#schemas/annotation/routes.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';
import { historyLimits } from '#schemas/limit/history.ts';
import { useLanguage } from '#web/lib/text.ts';
import { formatZonedMinute } from '#web/lib/zoned/format-zoned.ts';
import { OnPaper } from '#web/ui/table/print/paper.ts';
import { useLaneTexts } from '#web/kernel/lane/texts/en.ts';
import { useChartTexts } from '../texts/en.ts';
import type { TimelineMarks } from './use-timeline-marks.ts';

/** Annotations that are printed. */
const PRINTED = 5;

/** On paper nothing opens: what the newest annotations say is printed. */
function PrintedAnnotations({
  annotations: { annotations },
  timeZone,
}: {
  readonly annotations: AnnotationList;
  readonly timeZone: string;
}) {
  const language = useLanguage();
  if (use(OnPaper) === undefined) return null;
  return annotations.slice(-PRINTED).map(({ id, from, text, author }) => (
    <li key={id}>
      <span className="tt-annotation-sign" aria-hidden="true" />
      {[formatZonedMinute(from * 1_000, timeZone, language), text, author].join(' · ')}
    </li>
  ));
}

/** The colour of the lane that stands for all of them. */
const worstOf = (alarms: TimelineMarks['marks']['alarms']): Severity | undefined =>
  severities.find((severity) => alarms.some((alarm) => alarm.severity === severity));

/** What the bands and lines behind a chart mean, with their number: those that it has. */
export function MarkLegend({
  title,
  marks,
  isPart,
  annotations,
  changes,
  timeZone,
}: TimelineMarks & {
  readonly title: string;
  readonly annotations: AnnotationList;
  /** Configuration changes. */
  readonly changes: number;
  /** Of the document. */
  readonly timeZone: string;
}) {
  const text = useChartTexts();
  const laneText = useLaneTexts();
  const { alarms, silences, definitions, isCut } = marks;
  const maintenance = silences.filter((each) => each.maintenance).length;
  const silenced = silences.length - maintenance;
  const entries = [
    ['annotations', annotations.count, laneText('marks_annotations', { count: annotations.count })],
    ['alarms', alarms.length, laneText('marks_alarms', { count: alarms.length })],
    ['silences', silenced, text('marks_silences', { count: silenced })],
    ['maintenance', maintenance, text('marks_maintenance', { count: maintenance })],
    ['definitions', definitions.length, laneText('marks_definitions', { count: definitions.length })],
    ['changes', changes, laneText('marks_changes', { count: changes })],
  ] as const;
  const shown = entries.filter(([, count]) => count > 0);
  if (shown.length === 0 && !isPart) return null;
  return (
    <ul className="tt-chart-legend" data-place="bottom" aria-label={text('marks', { title })}>
      {shown.map(([is, , words]) => (
        <li key={is}>
          <span
            className="tt-lane-mark"
            data-is={is}
            data-severity={is === 'alarms' ? worstOf(alarms) : undefined}
            aria-hidden="true"
          />
          {words}
        </li>
      ))}
      <PrintedAnnotations annotations={annotations} timeZone={timeZone} />
      {isPart && <li>{text('marksPart', { days: historyLimits.maxDays })}</li>}
      {isCut && <li>{text('marksCut')}</li>}
    </ul>
  );
}
