import { Link } from '@tanstack/react-router';
import type { Annotation } from '#schemas/annotation/annotation.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { now } from '#web/lib/clock.ts';
import { formatZonedMinute, formatZonedPeriod } from '#web/lib/zoned/format-zoned.ts';
import { useLanguage } from '#web/lib/text.ts';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { AnnotationItem } from '../annotation/AnnotationItem.tsx';
import { ChangeItem } from './ChangeItem.tsx';
import type { LaneEvents } from './lane-events.ts';
import { useLaneTexts } from './texts/en.ts';

type Ran = LaneEvents['alarms'][number];

interface EventListProps extends LaneEvents {
  /** End of the values, up to which a running alarm lasts. */
  readonly end: number;
  /** Customer whose alerts the list leads to; undefined: nowhere, as on a wall. */
  readonly linked: number | undefined;
  /** Of the document. */
  readonly timeZone: string;
  /** Configuration changes of the chart that are in no list. */
  readonly olderChanges: number;
  readonly onEdit: ((annotation: Annotation) => void) | undefined;
  readonly onDelete: ((annotation: Annotation) => void) | undefined;
}

/** Alarms, annotations and configuration changes that are listed at once. */
const LISTED = 50;

/** A chart that ends earlier is one of the past. */
const PAST_MS = 10 * MINUTE_MS;

/** A time at which the alarm ran; undefined: it runs now. */
function timeOf({ from, until }: Ran, end: number): number | undefined {
  const isNow = until === null && now() - end * SECOND_MS < PAST_MS;
  return isNow ? undefined : Math.floor((from + (until ?? end)) / 2);
}

function Entry({
  alarm: of,
  end,
  linked,
  timeZone,
}: { readonly alarm: Ran } & Pick<EventListProps, 'end' | 'linked' | 'timeZone'>) {
  const text = useLaneTexts();
  const language = useLanguage();
  const { alarm, element, name, elementName, severity, from, until } = of;
  const words = text('markAlarm', { name, element: elementName });
  const at = timeOf(of, end);
  return (
    <li>
      <SeverityBadge short status={severity} />
      {linked === undefined ? (
        <span>{words}</span>
      ) : (
        <Link
          to="/alert"
          search={{
            customer: linked,
            open: `${String(alarm)}:${String(element)}`,
            ...(at !== undefined && { at }),
          }}
        >
          {words}
        </Link>
      )}
      <span className="tt-muted">
        {formatZonedPeriod(
          { from: from * SECOND_MS, until: (until ?? end) * SECOND_MS, now: now(), timeZone },
          language,
        )}
      </span>
    </li>
  );
}

/** Annotations, alarms, changed definitions and changes of the configuration, with what leads to them. */
export function EventList({
  alarms,
  definitions,
  annotations,
  changes,
  olderChanges,
  onEdit,
  onDelete,
  ...shown
}: EventListProps) {
  const text = useLaneTexts();
  const language = useLanguage();
  const older = changes.length === 0 ? 0 : olderChanges + Math.max(0, changes.length - LISTED);
  return (
    <>
      <ul>
        {annotations.slice(-LISTED).map((annotation) => (
          <AnnotationItem
            key={annotation.id}
            annotation={annotation}
            timeZone={shown.timeZone}
            onEdit={onEdit && (() => onEdit(annotation))}
            onDelete={onDelete && (() => onDelete(annotation))}
          />
        ))}
        {alarms.slice(0, LISTED).map((alarm) => (
          <Entry
            key={`${String(alarm.alarm)} ${String(alarm.element)} ${String(alarm.from)}`}
            {...shown}
            alarm={alarm}
          />
        ))}
        {definitions.map(({ alarm, at, name }) => (
          <li key={`${String(alarm)} ${String(at)}`}>
            <span className="tt-lane-mark" data-is="definitions" aria-hidden="true" />
            {text('markDefinition', { name })}
            <span className="tt-muted">{formatZonedMinute(at, shown.timeZone, language)}</span>
          </li>
        ))}
        {changes.slice(-LISTED).map((change) => (
          <ChangeItem
            key={`${String(change.seq)}.${String(change.place)}`}
            change={change}
            linked={shown.linked}
            timeZone={shown.timeZone}
          />
        ))}
      </ul>
      {alarms.length > LISTED && (
        <p className="tt-muted">{text('marksMore', { count: alarms.length - LISTED })}</p>
      )}
      {older > 0 && <p className="tt-muted">{text('olderChanges', { count: older })}</p>}
    </>
  );
}
