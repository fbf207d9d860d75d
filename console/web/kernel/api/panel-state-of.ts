import type { UseQueryResult } from '@tanstack/react-query';
import type { Permission } from '#schemas/permission/catalogue.ts';
import type { Language } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { permissionName } from '../permission/permission-name.ts';
import { ApiProblem, sentenceOf } from './api-problem.ts';

/** What a panel has to know of a query. */
export type QueryState = Pick<
  UseQueryResult<unknown>,
  'data' | 'dataUpdatedAt' | 'isError' | 'error' | 'refetch'
>;

/**
 * State of a panel whose content comes from one call. What was read once stays readable when reading it again fails.
 * `needs`: the right to name when the call is refused for want of it.
 */
export function panelStateOf(
  { data, dataUpdatedAt, isError, error, refetch }: QueryState,
  language: Language,
  needs?: Permission,
): PanelState {
  const retry = () => void refetch();
  if (data !== undefined)
    return isError ? { is: 'stale', at: dataUpdatedAt, refresh: retry } : { is: 'ready' };
  if (!isError) return { is: 'never-loaded' };
  const problem = error instanceof ApiProblem ? error : undefined;
  if (needs !== undefined && problem?.status === 403)
    return { is: 'forbidden', permission: permissionName(needs, language) };
  return { is: 'error', cause: sentenceOf(error, language), requestId: problem?.requestId, retry };
}
