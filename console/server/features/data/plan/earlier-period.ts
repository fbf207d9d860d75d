import { earlierStepOf } from './earlier-steps.ts';
import { nextStepStart } from '#schemas/time/zoned-steps.ts';
import { isFromMinutes } from './retained-values.ts';
import type { DatedInput } from './plan-input.ts';

/** The period that a result is compared with. */
export interface EarlierPeriod {
  /** By step of the result; null: there is none to compare with. */
  readonly steps: readonly (number | null)[];
  /** Requests its values; undefined: no step has an earlier one. */
  readonly input: (DatedInput & { readonly steps: readonly number[] }) | undefined;
}

/** Returns undefined for a request without comparison. */
export function earlierPeriod(input: DatedInput): EarlierPeriod | undefined {
  const { request, display, steps } = input;
  const { comparison, timeZone } = request;
  if (comparison === undefined || steps === null) return undefined;
  // Of the full period, also where only its new steps are requested.
  const stepOf = earlierStepOf({ ...input.complete, display, timeZone }, comparison);
  const places = steps.map((step) => stepOf(step) ?? null);
  const own = [...new Set(places.flatMap((step) => step ?? []))].toSorted((one, other) => one - other);
  const [from] = own;
  const last = own.at(-1);
  if (from === undefined || last === undefined) return { steps: places, input: undefined };
  const to = nextStepStart(last, display, timeZone);
  // Its values may be older than those of 5 minutes.
  const fromMinutes = isFromMinutes({ from, to, timeZone }, input.retention);
  const period = { from, to, retainedFrom: from, isFromMinutes: fromMinutes };
  return { steps: places, input: { ...input, ...period, steps: own } };
}
