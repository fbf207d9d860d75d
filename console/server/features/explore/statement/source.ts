import type { RetentionDays } from '#schemas/limit/retention.ts';
import { hourPartsOf } from '#schemas/time/zoned-steps.ts';
import { exploreSteps } from '#schemas/explore/choices.ts';
import type { ExploreReason, ExploreRequest, ExploreStep, ExploreTable } from '#schemas/explore/explore.ts';
import { isInRollups, type FieldId } from '#schemas/explore/fields.ts';
import { HOUR_S, DAY_S } from '#schemas/time/duration.ts';

const MINUTE_S = 60;
const STEP_S = 300;
/** Steps that a chart can show. */
const AUTOMATIC_STEPS = 300;

/** Days for which values are retained, those of raw flows among them. */
export interface FlowRetention {
  readonly raw: number;
  readonly days: RetentionDays;
}

interface Situation {
  readonly request: Pick<ExploreRequest, 'from' | 'to' | 'step' | 'raw'>;
  /** Dimensions and fields of the filter. */
  readonly fields: readonly FieldId[];
  readonly timeZone: string;
  /** Seconds since 1970. */
  readonly now: number;
  readonly retention: FlowRetention;
}

/** Where flows are read, in which steps, and why. */
export interface ExploreSource {
  readonly table: ExploreTable;
  readonly reason: ExploreReason;
  /** Fields that only raw flows have. */
  readonly fields: readonly FieldId[];
  readonly from: number;
  readonly to: number;
  readonly step: ExploreStep | null;
}

/** Values are removed some time after they expire. */
const SLACK_S = HOUR_S;
const reaches = (from: number, days: number, now: number): boolean => from >= now - days * DAY_S - SLACK_S;

/** Seconds of the shortest step that a table can have. */
const grains: Readonly<Record<ExploreTable, number>> = {
  flows: STEP_S,
  flows_5m: STEP_S,
  flows_1h: HOUR_S,
  flows_1d: DAY_S,
};

/** The period in steps of a table: what has not ended yet is left out. */
function within(grain: number, { request: { from, to }, now }: Situation) {
  const start = Math.floor(from / grain) * grain;
  const end = Math.floor(Math.min(Math.ceil(to / grain) * grain, now) / grain) * grain;
  return { from: start, to: Math.max(end, start + grain) };
}

/** Automatic steps are of five minutes and more: in shorter ones long flows, which exporters report every few minutes, are peaks. */
function stepOf({ request: { step, from, to } }: Situation): ExploreStep | null {
  if (step === 'none') return null;
  if (step !== 'auto') return step;
  return exploreSteps.find((each) => each >= STEP_S && (to - from) / each <= AUTOMATIC_STEPS) ?? DAY_S;
}

/** The rollup of a request whose fields all of them have. */
function rollupOf(situation: Situation, step: ExploreStep | null): Pick<ExploreSource, 'table' | 'reason'> {
  const { request, now, retention, timeZone } = situation;
  const { from, to } = request;
  const fitsSteps = (grain: number) => step === null || step >= grain;
  const isCut = step === DAY_S && hourPartsOf({ from, to }, timeZone) !== 1;
  const hasMinutes = reaches(from, retention.days['5m'], now);
  if (!hasMinutes) return { table: 'flows_1h', reason: 'retention' };
  const fits = (grain: number) => from % grain === 0 && to % grain === 0 && to <= now && fitsSteps(grain);
  if (isCut || !fits(HOUR_S)) return { table: 'flows_5m', reason: 'coarsest' };
  return fits(DAY_S) && (step === null || timeZone === 'UTC')
    ? { table: 'flows_1d', reason: 'coarsest' }
    : { table: 'flows_1h', reason: 'coarsest' };
}

/**
 * Chooses where flows are read. Raw flows for fields that only they have, for steps below five minutes, and on request; the coarsest
 * rollup with ends and steps of the request otherwise. Figures are equal in all of them: a flow counts in full where its last packet is.
 */
export function exploreSource(situation: Situation): ExploreSource {
  const { request, fields } = situation;
  const onlyRaw = [...new Set(fields.filter((field) => !isInRollups(field)))];
  const isRaw = onlyRaw.length > 0 || request.raw || request.step === MINUTE_S;
  const step = stepOf(situation);
  if (isRaw) {
    const reason = onlyRaw.length > 0 ? 'fields' : request.raw ? 'requested' : 'step';
    const grain = step === MINUTE_S ? MINUTE_S : grains.flows;
    return { table: 'flows', reason, fields: onlyRaw, step, ...within(grain, situation) };
  }
  const { table, reason } = rollupOf(situation, step);
  const coarser = step !== null && step < grains[table] ? HOUR_S : step;
  return { table, reason, fields: [], step: coarser, ...within(grains[table], situation) };
}

/** Whether the flows of a source are retained since its start. */
export const isRetained = ({ table, from }: ExploreSource, { retention, now }: Situation): boolean =>
  reaches(
    from,
    table === 'flows'
      ? retention.raw
      : retention.days[table === 'flows_5m' ? '5m' : table === 'flows_1h' ? '1h' : '1d'],
    now,
  );
