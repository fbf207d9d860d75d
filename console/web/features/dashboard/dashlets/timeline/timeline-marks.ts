import type { ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import type { GraphPeriod } from '#web/kernel/kpi/graph-points.ts';

/** What is drawn behind the lines, seconds since 1970. Alarms are below them (`kernel/lane/lane-events.ts`). */
export interface PlottedMarks {
  readonly silences: readonly GraphPeriod[];
  readonly maintenance: readonly GraphPeriod[];
  readonly definitions: readonly number[];
}

export const noMarks: ElementMarks = { alarms: [], silences: [], definitions: [], isCut: false };

interface Span {
  readonly from: number;
  readonly until: number | null;
}

/** Until the end of the chart where it lasts longer. */
const period = ({ from, until }: Span, end: number): GraphPeriod => ({ from, to: until ?? end });

/** `end`: end of the chart, seconds since 1970. */
export function plottedMarks(
  { silences, definitions }: Pick<ElementMarks, 'silences' | 'definitions'>,
  end: number,
): PlottedMarks {
  const silenced = (isMaintenance: boolean): readonly GraphPeriod[] =>
    silences.filter(({ maintenance }) => maintenance === isMaintenance).map((each) => period(each, end));
  return {
    silences: silenced(false),
    maintenance: silenced(true),
    definitions: definitions.map(({ at }) => at / SECOND_MS),
  };
}

/** Silences and maintenance within a step that starts at `from` and ends at `to`, seconds since 1970. */
export const silencesOfStep = (
  { silences }: Pick<ElementMarks, 'silences'>,
  { from, to }: GraphPeriod,
): ElementMarks['silences'] =>
  silences.filter((each) => each.from < to && (each.until === null || each.until > from));
