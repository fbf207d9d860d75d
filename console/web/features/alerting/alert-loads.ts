import { alertLoadProblems } from '#schemas/problem/family/alert-load-problems.ts';
import type { TextLanguage } from '#schemas/problem/definition.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { addProblemTexts } from '#web/kernel/api/problem-texts.ts';
import type { PanelState } from '#web/ui/panel/panel-state.ts';

/** What the screens load, each with a flag and an error (`docs/adr/0033-loading-of-alerting.md`). */
export type AlertLoad = 'status' | 'map' | 'table';

const codes = {
  status: 'ALERT_COUNT_FAILED',
  map: 'ALERT_MAP_FAILED',
  table: 'ALERT_TABLE_FAILED',
} as const satisfies Record<AlertLoad, keyof typeof alertLoadProblems>;

addProblemTexts(alertLoadProblems);

/** Which part could not be loaded, and why. */
export function loadSentence(load: AlertLoad, problem: unknown, language: TextLanguage): string {
  const code = codes[load];
  const part = sentenceOf(new ApiProblem({ code, status: 0 }), language);
  if (problem instanceof ApiProblem && problem.code === code) return part;
  return `${part} ${sentenceOf(problem, language)}`;
}

interface FailedLoad {
  readonly problem: unknown;
  readonly retry: () => void;
}

/** The panel of a load that failed before it had any data. */
export function failedPanel(
  load: AlertLoad,
  { problem, retry }: FailedLoad,
  language: TextLanguage,
): Extract<PanelState, { is: 'error' }> {
  const requestId = problem instanceof ApiProblem ? problem.requestId : undefined;
  return { is: 'error', cause: loadSentence(load, problem, language), requestId, retry };
}
