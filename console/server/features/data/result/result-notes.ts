import type { DataNote } from '#schemas/data/data-result-size.ts';
import { fitsHours } from '../plan/retained-values.ts';
import type { PlanInput } from '../plan/plan-scope.ts';

/** Of a zone whose days are merged from days of UTC. */
function ofUtcDays({ request, from, to, display, hoursFrom = 0 }: PlanInput): DataNote | undefined {
  const zone = request.timeZone;
  if (zone === 'UTC' || from >= hoursFrom || display === '5m' || display === '1h') return undefined;
  return { code: 'UTC_DAYS', params: { zone, until: Math.min(hoursFrom, to) } };
}

/** Of a zone of half or quarter hours whose days are merged from whole ones. */
function ofUncutHours({
  request,
  from,
  to,
  isFromMinutes,
  display,
  retention,
}: PlanInput): DataNote | undefined {
  const period = { from, to, timeZone: request.timeZone };
  if (isFromMinutes || display === '5m' || fitsHours(period, retention)) return undefined;
  const { cut } = retention;
  const isCutLater = fitsHours(period, { cut: { ...cut, since: 0 } });
  const until = isCutLater ? Math.min(cut.since, to) : null;
  return { code: 'UNCUT_HOURS', params: { zone: period.timeZone, until } };
}

/** What a reader has to know of the time zone of a result. */
export function resultNotes(input: PlanInput): readonly DataNote[] {
  const { timeZone: fallback, unknownZone: name } = input.request;
  const notes: readonly (DataNote | undefined)[] = [
    name === undefined ? undefined : { code: 'TIMEZONE_FALLBACK', params: { name, fallback } },
    ofUtcDays(input),
    ofUncutHours(input),
  ];
  return notes.flatMap((note) => note ?? []);
}
