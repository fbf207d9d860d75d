import { SECOND_MS } from '#schemas/time/duration.ts';
import { changedAt, laneSegments, laneShare, type LaneEvents, type LaneSpan } from './lane-events.ts';

interface Props extends LaneEvents {
  readonly span: LaneSpan;
  /** End of the values, up to which a running alarm lasts. */
  readonly end: number;
}

/** Of the mark of a moment. */
const MARK_PX = 3;
const percent = (part: number): string => `${String(100 * part)}%`;

function AnnotationMarks({ annotations, span }: Pick<Props, 'annotations' | 'span'>) {
  return annotations.map(({ id, from, to }) => {
    const [start, end] = [laneShare(span, from), laneShare(span, to ?? from)];
    return (
      <span
        key={id}
        data-is="annotation"
        data-period={to !== null}
        // One at the end of the lane lies within it.
        style={{ left: `min(${percent(start)}, 100% - ${String(MARK_PX)}px)`, width: percent(end - start) }}
      />
    );
  });
}

/** What lies in a lane: the worst alarm at each time, changed definitions, changes of the configuration and annotations. */
export function LaneMarks({ alarms, definitions, annotations, changes, span, end }: Props) {
  return (
    <>
      {laneSegments(alarms, { from: span.from, to: Math.min(span.to, end) }).map(({ from, to, severity }) => (
        <span
          key={from}
          data-severity={severity}
          style={{
            left: percent(laneShare(span, from)),
            width: percent(laneShare(span, to) - laneShare(span, from)),
          }}
        />
      ))}
      {definitions.map(({ alarm, at }) => (
        <span
          key={`${String(alarm)} ${String(at)}`}
          data-is="definition"
          style={{ left: percent(laneShare(span, at / SECOND_MS)) }}
        />
      ))}
      {changes.map((change) => (
        <span
          key={`${String(change.seq)}.${String(change.place)}`}
          data-is="change"
          style={{ left: percent(laneShare(span, changedAt(change))) }}
        />
      ))}
      <AnnotationMarks annotations={annotations} span={span} />
    </>
  );
}
