import type { ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { formatZonedMinute } from '#web/lib/zoned/format-zoned.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useActionWords } from '#web/kernel/action-log/use-action-words.ts';
import type { LaneEvents } from '#web/kernel/lane/lane-events.ts';
import { useLaneTexts } from '#web/kernel/lane/texts/en.ts';
import type { ChartLine } from '../shared/chart-lines.ts';
import { colourOf } from '../shared/colours.ts';
import { lineFormat } from '../shared/line-formats.ts';
import { differenceText } from './earlier-lines.ts';

/** Lines named under the cursor. */
const NAMED = 10;
/** Marks of a kind named under the cursor. */
const MARKS = 3;

/** A line with its values under the cursor. */
export interface PointedLine extends Omit<ChartLine, 'values' | 'earlier'> {
  readonly value: number | null;
  readonly earlier?: number | null;
}

/** The values under the cursor, with their difference from the earlier period. */
export function Pointed({
  at,
  lines,
  silences,
  events: { annotations, alarms, definitions, changes },
  side,
  timeZone,
}: {
  /** Seconds since 1970. */
  readonly at: number;
  readonly lines: readonly PointedLine[];
  /** Of the step. */
  readonly silences: ElementMarks['silences'];
  /** Of the step. */
  readonly events: LaneEvents;
  /** Of the chart where the cursor is not. */
  readonly side: 'left' | 'right';
  /** Of the document. */
  readonly timeZone: string;
}) {
  const language = useLanguage();
  const text = useLaneTexts();
  const { verbOf, elementOf } = useActionWords();
  const named = lines.slice(0, NAMED);
  const shown = lineFormat(named, ({ value }) => [value], language);
  return (
    <div className="tt-time-pointed" data-side={side} aria-hidden="true">
      <strong>{formatZonedMinute(at * 1_000, timeZone, language)}</strong>
      {named.map((line, place) => (
        <span key={line.id}>
          <span className="tt-chart-key" style={{ color: `var(${colourOf(place, line.isOthers)})` }} />
          <span className="tt-ellipsis">{line.name}</span>
          <span className="tt-chart-summary">{shown(line, line.value)}</span>
          {line.earlier !== undefined && (
            <span className="tt-chart-summary tt-muted">
              {differenceText(line.value, line.earlier, { line, language })}
            </span>
          )}
        </span>
      ))}
      {annotations.slice(0, MARKS).map(({ id, text: words }) => (
        <span key={id}>
          <span className="tt-annotation-sign" />
          <span className="tt-ellipsis">{words}</span>
        </span>
      ))}
      {alarms.slice(0, MARKS).map(({ alarm, element, name, elementName }) => (
        <span key={`${String(alarm)} ${String(element)}`}>
          <span className="tt-lane-mark" data-is="alarms" />
          <span className="tt-ellipsis">{text('markAlarm', { name, element: elementName })}</span>
        </span>
      ))}
      {alarms.length > MARKS && <span>{text('marksMore', { count: alarms.length - MARKS })}</span>}
      {silences.slice(0, MARKS).map(({ silence, reason, maintenance }) => (
        <span key={silence}>
          <span className="tt-lane-mark" data-is={maintenance ? 'maintenance' : 'silences'} />
          <span className="tt-ellipsis">{reason}</span>
        </span>
      ))}
      {definitions.slice(0, MARKS).map(({ alarm, at: changedAt, name }) => (
        <span key={`${String(alarm)} ${String(changedAt)}`}>
          <span className="tt-lane-mark" data-is="definitions" />
          <span className="tt-ellipsis">{text('markDefinition', { name })}</span>
        </span>
      ))}
      {changes.slice(0, MARKS).map((change) => (
        <span key={`${String(change.seq)}.${String(change.place)}`}>
          <span className="tt-lane-mark" data-is="changes" />
          <span className="tt-ellipsis">
            {text('markChange', { element: elementOf(change), action: verbOf(change) })}
          </span>
        </span>
      ))}
    </div>
  );
}
