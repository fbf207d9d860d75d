import { useEffect, useRef } from 'react';
import type { AcceptanceRun } from '#schemas/acceptance/acceptance.ts';
import type { QueryTarget } from '../query/route-query.ts';
import { useRefresh } from '../query/use-refresh.ts';
import { hasAcceptanceEnded, type AcceptanceProgress } from './acceptance-progress.ts';

/** Reads again what counts the proposals, once their acceptance has ended. Undefined until it is read. */
export function useAcceptanceEnd(
  acceptance: AcceptanceRun | null | undefined,
  touches: readonly QueryTarget[],
): void {
  const refresh = useRefresh(...touches);
  const last = useRef<AcceptanceProgress>(undefined);
  useEffect(() => {
    if (acceptance === undefined) return;
    if (hasAcceptanceEnded(last.current, { acceptance })) void refresh();
    last.current = { acceptance };
  }, [acceptance, refresh]);
}
