import { ApiProblem } from '#web/kernel/api/api-problem.ts';

/** A refusal whose faults stand beside the entries already. */
export const isRefusedInput = (problem: unknown): boolean =>
  problem instanceof ApiProblem &&
  problem.code === 'VALIDATION' &&
  problem.errors.some(({ code }) => code !== undefined);
