import type { UseQueryResult } from '@tanstack/react-query';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import type { Language } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel-state.ts';

type Asked = Pick<UseQueryResult, 'isError' | 'error' | 'data' | 'dataUpdatedAt' | 'refetch'>;

/** What a panel shows of a query. What was read once stays readable when reading it again fails. */
export function panelOf(
  { isError, error, data, dataUpdatedAt, refetch }: Asked,
  language: Language,
): PanelState {
  const refresh = () => void refetch();
  if (data !== undefined) return isError ? { is: 'stale', at: dataUpdatedAt, refresh } : { is: 'ready' };
  if (!isError) return { is: 'never-loaded' };
  if (error instanceof ApiProblem && error.status === 403)
    return { is: 'forbidden', permission: 'TEMPLATE.COCKPIT.read' };
  const requestId = error instanceof ApiProblem ? error.requestId : undefined;
  return { is: 'error', cause: sentenceOf(error, language), requestId, retry: refresh };
}
