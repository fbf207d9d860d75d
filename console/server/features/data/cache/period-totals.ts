import { elementsOfKind, siteOfElement } from '#server/shared/context/context.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { totalSeconds } from '../plan/data-plan.ts';
import { changedFrom, type DatedInput } from '../plan/plan-input.ts';
import { pointsOf } from '../plan/series-granularity.ts';
import type { ElementValues } from '../sql/element-values.ts';
import { PeriodParts } from '../sql/period-parts.ts';
import { stepsStatement, type DataStatement } from '../sql/statement.ts';
import type { StatementPart } from '../sql/statement-part.ts';
import { stepColumns, type StepColumns } from '../sql/step-columns.ts';
import { CachedSteps } from './cached-steps.ts';

/** Steps of a query, whatever its period is. */
export interface PeriodSteps {
  /** Undefined: it has too many keys. */
  readonly steps: CachedSteps | undefined;
  readonly from: number;
  readonly to: number;
  /** Until when windows were closed for certain as they were read. */
  readonly finalUntil: number;
  /** When all of them were read. */
  readonly readAtMs: number;
  readonly bytes: number;
}

/** A query for one value per key, and how it is read. */
export interface PeriodQuery {
  readonly input: DatedInput;
  readonly signal: AbortSignal;
  /** The parts of the statement about the steps from a time on. */
  readonly partsFrom: (from: number) => readonly StatementPart[];
  readonly run: (statement: DataStatement, signal: AbortSignal) => Promise<StepColumns>;
}

const ENTRY_BYTES = 500;

/** The elements that a part reads at most. */
function elementsOf(
  { inventory, customer, series }: DatedInput,
  { sites, elements }: Pick<ElementValues, 'sites' | 'elements'>,
): readonly number[] {
  const kind = series[0]?.of.computed.element;
  const known = elements ?? (kind === undefined ? [] : elementsOfKind(inventory, customer, kind));
  if (sites === undefined) return known;
  const at = new Set(sites);
  return known.filter((id) => at.has(siteOfElement(inventory, id) ?? 0));
}

/** How many keys a part has at most; flows: unknown. */
function keysOf(input: DatedInput, { of, values }: StatementPart): number {
  if (of === 'flows' || values.by === 'none') return 1;
  if (values.by === 'site') return values.sites?.length ?? input.inventory.sites.size;
  return elementsOf(input, values).length;
}

const isNarrow = (input: DatedInput, parts: readonly StatementPart[]): boolean =>
  parts.reduce((sum, part) => sum + keysOf(input, part), 0) * pointsOf(input, input.display) <=
  dataLimits.cachedSteps;

/** How the values of a period are merged from steps; undefined: they are read in full. */
export function periodParts({ input, partsFrom }: PeriodQuery): PeriodParts | undefined {
  const found = PeriodParts.of(partsFrom(input.from));
  return found !== undefined && isNarrow(input, found.parts) ? found : undefined;
}

/** The name of the steps of some parts: what they read, of whatever time. */
export function stepsName({ request }: DatedInput, parts: readonly StatementPart[]): string {
  const timeless = parts.map((part): StatementPart => {
    const values = { ...part.values, from: 0, to: 0, recentSince: undefined, seconds: undefined };
    return { ...part, values } as StatementPart;
  });
  const { sql, params } = stepsStatement(timeless, request.timeZone, 0);
  return JSON.stringify([request.to - request.from, sql, params]);
}

type TotalsOf = Pick<DatedInput, 'from' | 'to' | 'finalUntil'> & {
  readonly request: Pick<DatedInput['request'], 'since'>;
};

/** The name of the values of a period: of its steps, and of how they are merged, as formulas over the same counters share steps. */
export function totalsKey(
  { from, to, finalUntil, request: { since } }: TotalsOf,
  name: string,
  parts: readonly StatementPart[],
): string {
  const merged = parts.map((part) => {
    if (part.of === 'flows') return [part.isComplete, part.results];
    const { scale, strategy, over, kind } = part.values;
    return [part.way, part.results, scale, strategy, over, kind];
  });
  return `${JSON.stringify([from, to, finalUntil, since ?? null, merged])} ${name}`;
}

/** Whether a query extends what was read for an earlier result. */
const isUsable = ({ request: { since }, from }: DatedInput, known: PeriodSteps): boolean =>
  since !== undefined && known.from <= from && from < known.to;

/** The steps of a period: those that are cached, and those that are new or may have changed. */
async function joinedSteps(
  { input, signal, partsFrom, run }: PeriodQuery,
  known: PeriodSteps | undefined,
): Promise<CachedSteps | undefined> {
  const { from, to, request } = input;
  const read = known === undefined ? from : changedFrom(input, Math.min(known.to, known.finalUntil));
  const until = Math.max(from, read);
  const limit = dataLimits.cachedSteps + 1;
  const parts = PeriodParts.of(partsFrom(until))?.parts ?? [];
  const rows =
    until < to ? await run(stepsStatement(parts, request.timeZone, limit), signal) : stepColumns({});
  if (rows.starts.length === limit) return undefined;
  return CachedSteps.joined(known?.steps ?? CachedSteps.none, rows, { from, until });
}

/** The steps of a query, of which some may be cached. */
export async function extendedSteps(
  query: PeriodQuery,
  cached: PeriodSteps | undefined,
  nowMs: number,
): Promise<PeriodSteps> {
  const { input } = query;
  const known = cached !== undefined && isUsable(input, cached) ? cached : undefined;
  const steps = await joinedSteps(query, known);
  const { from, to, finalUntil } = input;
  const bytes = ENTRY_BYTES + (steps?.bytes ?? 0);
  return { steps, from, to, finalUntil, readAtMs: known?.readAtMs ?? nowMs, bytes };
}

/** The values of a period, of its steps; undefined: there are too many of them. */
export const totalsOf = (
  input: DatedInput,
  parts: PeriodParts,
  { steps }: PeriodSteps,
): StepColumns | undefined =>
  steps && parts.complete(steps, { from: input.from, seconds: totalSeconds(input) });
