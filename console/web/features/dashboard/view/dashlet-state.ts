import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import type { Language } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import type { DashletData } from '../data/dashlet-data.ts';
import { resultOf } from '../data/dashlet-data.ts';

/** Problems that say that there is nothing to show. */
const nothingToShow: readonly ProblemCode[] = ['DASHLET_NO_DATA', 'DASHLET_NO_MATCH'];

interface Words {
  readonly language: Language;
  readonly missing: (filter: string) => { readonly title: string; readonly hint: string };
  readonly retry: () => void;
}

/** The state of the frame of a dashlet that asks for values. */
export function dashletState(data: DashletData, { language, missing, retry }: Words): PanelState {
  if (data.is === 'missing') return { is: 'empty', ...missing(data.filter) };
  const shown = resultOf(data);
  if (data.is === 'ready') return { is: 'ready' };
  if (data.is !== 'failed') return shown === undefined ? { is: 'never-loaded' } : { is: 'loading-over' };
  const { problem } = data;
  const code = problem instanceof ApiProblem ? problem.code : undefined;
  if (code !== undefined && nothingToShow.includes(code))
    return { is: 'empty', title: sentenceOf(problem, language) };
  if (shown !== undefined) return { is: 'stale', at: shown.version * 1_000, refresh: retry };
  const requestId = problem instanceof ApiProblem ? problem.requestId : undefined;
  return { is: 'error', cause: sentenceOf(problem, language), requestId, retry };
}
