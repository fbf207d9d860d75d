import type { Clock } from '#platform/clock/clock.ts';
import { elementsOfKind, siteOfElement } from '#server/shared/context/context.ts';
import { CachedSteps } from './cached-steps.ts';
import { PeriodParts } from '../sql/period-parts.ts';
import { stepsStatement, type DataStatement } from '../sql/statement.ts';
import { stepColumns, type StepColumns } from '../sql/step-columns.ts';
import type { StatementPart } from '../sql/statement-part.ts';
import type { ElementValues } from '../sql/element-values.ts';
import { pointsOf } from '../plan/series-granularity.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { totalSeconds } from '../plan/data-plan.ts';
import { changedFrom, type DatedInput } from '../plan/plan-input.ts';
import { sizedCache, type SizedCache } from './sized-cache.ts';

/** Steps of a query, whatever its period is. */
interface CachedTotals {
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
  /** The parts of the statement about the steps from a time on. */
  readonly partsFrom: (from: number) => readonly StatementPart[];
  readonly run: (statement: DataStatement) => Promise<StepColumns>;
}

const ENTRY_BYTES = 500;

/** The question of some parts: what they read, of whatever time. */
function nameOf({ request }: DatedInput, parts: readonly StatementPart[]): string {
  const timeless = parts.map((part): StatementPart => {
    const values = { ...part.values, from: 0, to: 0, recentSince: undefined, seconds: undefined };
    return { ...part, values } as StatementPart;
  });
  const { sql, params } = stepsStatement(timeless, request.timeZone, 0);
  return JSON.stringify([request.to - request.from, sql, params]);
}

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

/** Whether a query extends what was read for an earlier result. */
const isUsable = ({ request: { since }, from }: DatedInput, known: CachedTotals): boolean =>
  since !== undefined && known.from <= from && from < known.to;

/** The steps of a period: those that are retained, and those that are new or may have changed. Undefined: too many. */
async function extended(
  { input, partsFrom, run }: PeriodQuery,
  known: CachedTotals | undefined,
): Promise<CachedSteps | undefined> {
  const { from, to, request } = input;
  const read = known === undefined ? from : changedFrom(input, Math.min(known.to, known.finalUntil));
  const until = Math.max(from, read);
  const limit = dataLimits.cachedSteps + 1;
  const parts = PeriodParts.of(partsFrom(until))?.parts ?? [];
  const rows = until < to ? await run(stepsStatement(parts, request.timeZone, limit)) : stepColumns({});
  if (rows.starts.length === limit) return undefined;
  return CachedSteps.joined(known?.steps ?? CachedSteps.none, rows, { from, until });
}

/**
 * Values of full periods, merged from steps that are retained: a query that is repeated as a window closes reads the steps that
 * are new or may have changed. Percentiles and tables of thousands of keys are read in full.
 */
export class PeriodTotals {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #retained: SizedCache<CachedTotals>;

  constructor(clock: Pick<Clock, 'now'>, maxBytes: number = dataLimits.cachedBytes) {
    this.#clock = clock;
    this.#retained = sizedCache(maxBytes);
  }

  /** Rows as the statement for the period returns them; undefined: it has to be run. */
  async read(query: PeriodQuery): Promise<StepColumns | undefined> {
    const { input, partsFrom } = query;
    const { from } = input;
    const totals = PeriodParts.of(partsFrom(from));
    if (totals === undefined || !isNarrow(input, totals.parts)) return undefined;
    const name = nameOf(input, totals.parts);
    const known = this.#known(name);
    if (known !== undefined && known.steps === undefined) return undefined;
    const usable = known !== undefined && isUsable(input, known) ? known : undefined;
    const steps = await extended(query, usable);
    this.#keep(name, steps, { ...input, readAtMs: usable?.readAtMs });
    return steps && totals.complete(steps, { from, seconds: totalSeconds(input) });
  }

  #keep(
    name: string,
    steps: CachedSteps | undefined,
    {
      from,
      to,
      finalUntil,
      readAtMs = this.#nowMs(),
    }: Pick<CachedTotals, 'from' | 'to' | 'finalUntil'> & {
      readonly readAtMs: number | undefined;
    },
  ): void {
    const bytes = ENTRY_BYTES + name.length + (steps?.bytes ?? 0);
    this.#retained.set(name, { steps, from, to, finalUntil, readAtMs, bytes });
  }

  /** What is retained of a query, unless it is too old. */
  #known(name: string): CachedTotals | undefined {
    const known = this.#retained.get(name);
    return known !== undefined && this.#isOld(known) ? undefined : known;
  }

  #isOld({ readAtMs }: CachedTotals): boolean {
    return this.#nowMs() - readAtMs > dataLimits.cachedSeconds * SECOND_MS;
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }
}
