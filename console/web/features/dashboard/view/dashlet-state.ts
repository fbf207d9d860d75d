import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import type { Language } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import type { DashletData } from '../data/dashlet-data.ts';

/** Problems that say that there is nothing to show. */
const nothingToShow: readonly ProblemCode[] = ['DASHLET_NO_DATA', 'DASHLET_NO_MATCH'];

/** Problems that the reader solves in the period and the filters of the page. */
const tooMuch: readonly ProblemCode[] = ['CONTEXT_TOO_LARGE', 'TOO_MUCH_DATA'];

interface Words {
  readonly language: Language;
  readonly missing: (filter: string) => { readonly title: string; readonly hint: string };
  readonly retry: () => void;
  /** What asks again. */
  readonly again: string;
  /** That a dashlet cannot be shown as it is asked for. */
  readonly broken: string;
  /** That a KPI does not exist any more; undefined: the dashlet asks for none. */
  readonly lostKpi: string | undefined;
  readonly lostKpiHint: string;
  /** Why no element may match the filters. */
  readonly noMatch: string;
}

type Failed = Extract<DashletData, { is: 'failed' }>;

/** Why a dashlet has nothing to show, although nothing is broken. */
function emptyState(
  problem: unknown,
  { language, lostKpi, lostKpiHint, noMatch }: Words,
): PanelState | undefined {
  if (!(problem instanceof ApiProblem)) return undefined;
  const { code } = problem;
  if (code === 'NOT_FOUND' && lostKpi !== undefined)
    return { is: 'empty', title: lostKpi, hint: lostKpiHint };
  if (!nothingToShow.includes(code)) return undefined;
  const title = sentenceOf(problem, language);
  return code === 'DASHLET_NO_MATCH' ? { is: 'empty', title, hint: noMatch } : { is: 'empty', title };
}

function failedState({ problem, result: shown }: Failed, words: Words): PanelState {
  const { language, retry, again, broken } = words;
  const empty = emptyState(problem, words);
  if (empty !== undefined) return empty;
  const status = problem instanceof ApiProblem ? problem.status : undefined;
  // Asked again as it is, the answer is the same: a period that is too long, or older than what is kept.
  if (status === 400) return { is: 'empty', title: broken, hint: sentenceOf(problem, language) };
  if (shown !== undefined) return { is: 'stale', at: shown.version * 1_000, refresh: retry };
  // Nothing failed. A server that is less busy may read more within its limits.
  if (problem instanceof ApiProblem && tooMuch.includes(problem.code))
    return {
      is: 'empty',
      title: broken,
      hint: sentenceOf(problem, language),
      add: { label: again, run: retry },
    };
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
