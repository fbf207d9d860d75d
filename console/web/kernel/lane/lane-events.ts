import type { ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';
import type { Annotation } from '#schemas/annotation/annotation.ts';
import type { ElementAction } from '#schemas/inventory/change/action-routes.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { msOf } from '#web/lib/clock.ts';
import { annotationsWithin } from '../annotation/annotation-place.ts';

/** What happened to the elements of a chart. */
export interface LaneEvents {
  readonly alarms: ElementMarks['alarms'];
  readonly definitions: ElementMarks['definitions'];
  readonly annotations: readonly Annotation[];
  readonly changes: readonly ElementAction[];
}

type Ran = ElementMarks['alarms'][number];

/** A part of the lane below a chart in which the worst running alarm has one severity; seconds since 1970. */
export interface LaneSegment {
  readonly from: number;
  readonly to: number;
  readonly severity: Severity;
}

/** Seconds since 1970. */
export interface LaneSpan {
  readonly from: number;
  readonly to: number;
}

/** Alarms that ran within a span, the worst first, of one severity the newest first. */
export const alarmsWithin = (alarms: readonly Ran[], { from, to }: LaneSpan): readonly Ran[] =>
  alarms
    .filter((each) => each.from < to && (each.until === null || each.until > from))
    .toSorted(
      (one, other) =>
        severities.indexOf(one.severity) - severities.indexOf(other.severity) || other.from - one.from,
    );

/** The parts of a span in which alarms ran, in order and without overlap: however many ran, the worst one counts. */
export function laneSegments(alarms: readonly Ran[], { from, to }: LaneSpan): readonly LaneSegment[] {
  const running = severities.map(() => 0);
  const changes = alarms
    .flatMap(({ from: began, until, severity }) => {
      const [start, end] = [Math.max(from, began), Math.min(to, until ?? to)];
      const rank = severities.indexOf(severity);
      return start < end
        ? [
            { at: start, rank, by: 1 },
            { at: end, rank, by: -1 },
          ]
        : [];
    })
    .toSorted((one, other) => one.at - other.at);
  const segments: LaneSegment[] = [];
  for (const [index, { at, rank, by }] of changes.entries()) {
    running[rank] = (running[rank] ?? 0) + by;
    const next = changes[index + 1]?.at ?? at;
    const severity = severities[running.findIndex((count) => count > 0)];
    if (severity === undefined || next === at) continue;
    const last = segments.at(-1);
    if (last?.to === at && last.severity === severity) segments[segments.length - 1] = { ...last, to: next };
    else segments.push({ from: at, to: next, severity });
  }
  return segments;
}

/** Places of a segment in the lane, as parts of its width. */
export const laneShare = (span: LaneSpan, at: number): number =>
  span.to <= span.from ? 0 : Math.min(1, Math.max(0, (at - span.from) / (span.to - span.from)));

/** Seconds since 1970. */
export const changedAt = ({ at }: Pick<ElementAction, 'at'>): number => msOf(at) / SECOND_MS;

const isWithin = (at: number, { from, to }: LaneSpan): boolean => at >= from && at < to;

/** What happened within a span. */
export const eventsWithin = (
  { alarms, definitions, annotations, changes }: LaneEvents,
  span: LaneSpan,
): LaneEvents => ({
  alarms: [...alarmsWithin(alarms, span)],
  definitions: definitions.filter(({ at }) => isWithin(at / SECOND_MS, span)),
  annotations: annotationsWithin(annotations, span),
  changes: changes.filter((change) => isWithin(changedAt(change), span)),
});

export const countEvents = ({ alarms, definitions, annotations, changes }: LaneEvents): number =>
  alarms.length + definitions.length + annotations.length + changes.length;
