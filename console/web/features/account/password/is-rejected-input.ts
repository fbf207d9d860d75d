import { ApiProblem } from '#web/kernel/api/api-problem.ts';

/** A validation problem whose faults are shown at the inputs. */
export const isRejectedInput = (problem: unknown): boolean =>
  problem instanceof ApiProblem &&
  problem.code === 'VALIDATION' &&
  problem.errors.some(({ code }) => code !== undefined);
