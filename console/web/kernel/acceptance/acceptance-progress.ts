import type { AcceptanceRun } from '#schemas/acceptance/acceptance.ts';

/** While proposals are accepted, their list is read again at this interval. */
export const ACCEPTANCE_MS = 1_000;

export interface AcceptanceProgress {
  readonly acceptance: AcceptanceRun | null;
}

/** Whether a run has ended between two reads of the proposals: what else counts them is out of date. */
export function hasAcceptanceEnded(
  before: AcceptanceProgress | undefined,
  { acceptance }: AcceptanceProgress,
): boolean {
  if (before === undefined || acceptance === null || acceptance.state === 'running') return false;
  return before.acceptance?.id !== acceptance.id || before.acceptance.state === 'running';
}
