import type { UseQueryResult } from '@tanstack/react-query';
import type { Language } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel-state.ts';
import { ApiProblem, sentenceOf } from './api-problem.ts';

type Asked = Pick<UseQueryResult<unknown>, 'data' | 'isError' | 'error' | 'refetch'>;

/** State of a panel whose content comes from one call. What was shown stays when the next call fails. */
export function panelOf({ data, isError, error, refetch }: Asked, language: Language): PanelState {
  if (data !== undefined) return { is: 'ready' };
  if (!isError) return { is: 'never-loaded' };
  const requestId = error instanceof ApiProblem ? error.requestId : undefined;
  return { is: 'error', cause: sentenceOf(error, language), requestId, retry: () => void refetch() };
}
