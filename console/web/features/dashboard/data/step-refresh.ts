import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import type { WindowNotice } from '#schemas/socket/window-notice.ts';

/** What a request reads, whenever it is sent. */
function queryText(request: DataRequestInput): string {
  const { from, to, ...prompt } = inFull(request);
  return JSON.stringify([prompt, to - from]);
}

/** Whether two requests differ at most in their period, which is as long. */
export const isSameQuery = (one: DataRequestInput | undefined, other: DataRequestInput): boolean =>
  one !== undefined && queryText(one) === queryText(other);

/** Whether two requests are about the same rows, of which they may show others. */
export const isSameTable = (one: DataRequestInput | undefined, other: DataRequestInput): boolean => {
  if (one === undefined) return false;
  const { lines: _, ...last } = one;
  const { lines: __, ...next } = other;
  return isSameQuery(last, next);
};

/** The request without what an earlier result adds to it. */
export function inFull({
  since: _since,
  ranked: _ranked,
  known: _known,
  ...request
}: DataRequestInput): DataRequestInput {
  return request;
}

/** The request for the steps that are new since a result of the query; undefined if all of it is needed. */
export function newStepsOf(
  request: DataRequestInput,
  shown: DataResult | undefined,
  last: DataRequestInput | undefined,
): DataRequestInput | undefined {
  const steps = shown?.steps ?? undefined;
  if (shown === undefined || steps === undefined || last === undefined) return undefined;
  const isSlid = request.from >= last.from && request.from < shown.to;
  if (!isSlid || !isSameQuery(last, request) || request.lines !== undefined) return undefined;
  return { ...request, since: shown.version, ...keysIn(shown, request) };
}

/** The request for values of a period that has moved on: the server builds on the steps that it read for the result. */
export function extendedOf(
  request: DataRequestInput,
  shown: DataResult | undefined,
  last: DataRequestInput | undefined,
): DataRequestInput | undefined {
  if (shown?.steps !== null || last === undefined || request.from < last.from) return undefined;
  return { ...request, since: shown.version };
}

/** The keys of a top breakdown, so that they are not ranked again, and those of all, which may have other names. */
function keysIn(
  { rows }: DataResult,
  { breakdown }: DataRequestInput,
): Pick<DataRequestInput, 'ranked' | 'known'> {
  const keys = rows.flatMap(({ key, others }) => (others === true ? [] : [key.map(({ id }) => id)]));
  if (breakdown?.kind === 'top') return { ranked: keys };
  return breakdown?.kind === 'all' && keys.length <= dataLimits.maxKnown ? { known: keys } : {};
}

/** Whether a closed window changes a result: it is of its sources, newer, and in the period. */
export const isAffected = (
  { of, start, length }: WindowNotice,
  shown: DataResult | undefined,
  { to }: Pick<DataRequestInput, 'to'>,
): boolean =>
  shown === undefined || (shown.sources.includes(of) && start + length > shown.version && start < to);
