import type { Fault } from '#schemas/problem/fault.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** Faults of a part of the request. */
const within = (faults: readonly Fault[], where: string): readonly Fault[] =>
  faults.map(({ path, code, params }) => ({ path: `${where}.${path}`, code, ...(params && { params }) }));

/** Throws the first fault as the problem, with the list of all faults. Returns when there is none. */
export function rejectFaults(faults: readonly Fault[], where = 'body'): void {
  const [first] = faults;
  if (first === undefined) return;
  throw new ProblemError(first.code, {
    ...(first.params === undefined ? {} : { params: first.params }),
    errors: within(faults, where),
  });
}

/** Throws VALIDATION with the list of all faults. Returns when there is none. */
export function rejectInvalid(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new ProblemError('VALIDATION', { errors: within(faults, 'body') });
}

/** Throws CONFLICT when a change was made from another version than the stored one. */
export function rejectStale(storedVersion: number, seenVersion: number): void {
  if (storedVersion !== seenVersion) throw new ProblemError('CONFLICT');
}
