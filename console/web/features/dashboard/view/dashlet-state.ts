import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import type { Language } from '#web/lib/text.ts';
import type { EmptyAction, PanelState } from '#web/ui/panel/panel-state.ts';
import type { DashletData } from '../data/dashlet-data.ts';

/** Problems that say that there is nothing to show. */
const nothingToShow: readonly ProblemCode[] = ['DASHLET_NO_DATA', 'DASHLET_NO_MATCH'];

interface Words {
  readonly language: Language;
  readonly missing: (filter: string) => Omit<Extract<PanelState, { is: 'empty' }>, 'is'>;
  /** Opens what makes the query smaller; undefined: the page has nothing that does. */
  readonly narrow: EmptyAction | undefined;
  readonly retry: () => void;
  /** That a dashlet cannot be shown as it is requested. */
  readonly broken: string;
  /** The permission to read values that the reader lacks, as a sentence; undefined: none. */
  readonly missingRight: string | undefined;
  /** What to do about a KPI that does not exist any more. */
  readonly lostKpiHint: string;
  /** Why no element may match the filters. */
  readonly noMatch: string;
}

const noProblem = { code: undefined, status: undefined, requestId: undefined };

type Failed = Extract<DashletData, { is: 'failed' }>;

/** Problems that a smaller question does not have. */
const tooLarge: readonly ProblemCode[] = ['CONTEXT_TOO_LARGE', 'TOO_MUCH_DATA'];

/** Repeated unchanged, the request has the same result: a period that is too long, a KPI that does not fit, a right that is missing. */
const lasting: readonly number[] = [400, 403, 404, 422];

/** Why a dashlet has nothing to show, although nothing is broken. */
function emptyState(problem: unknown, { language, lostKpiHint, noMatch }: Words): PanelState | undefined {
  if (!(problem instanceof ApiProblem)) return undefined;
  const { code } = problem;
  const title = sentenceOf(problem, language);
  if (code === 'DASHLET_KPI_UNKNOWN') return { is: 'empty', title, hint: lostKpiHint };
  if (!nothingToShow.includes(code)) return undefined;
  return code === 'DASHLET_NO_MATCH' ? { is: 'empty', title, hint: noMatch } : { is: 'empty', title };
}

/** Why values could not be read; undefined: they were, or there are none. */
export function unreadReason(data: DashletData, language: Language): string | undefined {
  if (data.is !== 'failed' || data.result !== undefined) return undefined;
  const { problem } = data;
  if (problem instanceof ApiProblem && nothingToShow.includes(problem.code)) return undefined;
  return sentenceOf(problem, language);
}

const brokenState = (status: number, cause: string, { broken, missingRight }: Words): PanelState => ({
  is: 'empty',
  title: broken,
  hint: status === 403 ? (missingRight ?? cause) : cause,
});

function failedState({ problem, result: shown }: Failed, words: Words): PanelState {
  const { language, retry, narrow } = words;
  const empty = emptyState(problem, words);
  if (empty !== undefined) return empty;
  const cause = sentenceOf(problem, language);
  const { code, status, requestId } = problem instanceof ApiProblem ? problem : noProblem;
  if (shown !== undefined && status !== 400)
    return { is: 'stale', at: shown.version * 1_000, refresh: retry };
  if (code !== undefined && tooLarge.includes(code))
    return { is: 'empty', title: cause, ...(narrow && { add: narrow }) };
  if (status !== undefined && lasting.includes(status)) return brokenState(status, cause, words);
  return { is: 'error', cause, requestId, retry };
}

/** The state of the frame of a dashlet that requests values. */
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
