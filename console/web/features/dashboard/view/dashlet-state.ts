import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import type { Language } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import type { DashletData } from '../data/dashlet-data.ts';

/** Problems that say that there is nothing to show. */
const nothingToShow: readonly ProblemCode[] = ['DASHLET_NO_DATA', 'DASHLET_NO_MATCH'];

interface Words {
  readonly language: Language;
  readonly missing: (filter: string) => { readonly title: string; readonly hint: string };
  readonly retry: () => void;
  /** That a dashlet cannot be shown as it is asked for. */
  readonly broken: string;
  /** Of a KPI that its request names and that does not exist any more; undefined: all exist. */
  readonly lostKpi: string | undefined;
}

type Failed = Extract<DashletData, { is: 'failed' }>;

function failedState(
  { problem, result: shown }: Failed,
  { language, retry, lostKpi, broken }: Words,
): PanelState {
  const code = problem instanceof ApiProblem ? problem.code : undefined;
  const status = problem instanceof ApiProblem ? problem.status : undefined;
  if (code === 'NOT_FOUND' && lostKpi !== undefined) return { is: 'empty', title: lostKpi };
  if (code !== undefined && nothingToShow.includes(code))
    return { is: 'empty', title: sentenceOf(problem, language) };
  // Asked again as it is, the answer is the same: a period that is too long, or older than what is kept.
  if (status === 400) return { is: 'empty', title: broken, hint: sentenceOf(problem, language) };
  if (shown !== undefined) return { is: 'stale', at: shown.version * 1_000, refresh: retry };
  const requestId = problem instanceof ApiProblem ? problem.requestId : undefined;
  return { is: 'error', cause: sentenceOf(problem, language), requestId, retry };
}

/** The state of the frame of a dashlet that asks for values. */
export function dashletState(data: DashletData, words: Words): PanelState {
  switch (data.is) {
    case 'missing':
      return { is: 'empty', ...words.missing(data.filter) };
    case 'ready':
      return { is: 'ready' };
    case 'failed':
      return failedState(data, words);
    case 'waiting':
      return { is: 'never-loaded' };
    case 'queued':
    case 'running':
      return { is: data.result === undefined ? 'never-loaded' : 'loading-over' };
  }
}
