import { useBlocker } from '@tanstack/react-router';
import type { ReportSearch } from '../report-search.ts';

interface Place {
  readonly pathname: string;
  readonly search: object;
}

/** Mode, page, period and selection change in the address without leaving the editor. */
function editedIn({ pathname, search }: Place): string {
  const { customer, open, edit } = search as Partial<ReportSearch>;
  return [pathname, customer, open, edit].join();
}

/** A session that has ended leads to the sign-in and back without a confirmation. */
const isExpired = ({ search }: Place): boolean => 'reason' in search && search.reason === 'expired';

/** Warns before changes are lost with the page. */
export function useLeaving(isChanged: boolean) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged && !isExpired(next) && editedIn(current) !== editedIn(next),
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return {
    isBlocked: blocker.status === 'blocked',
    leave: () => blocker.status === 'blocked' && blocker.proceed(),
    stay: () => blocker.status === 'blocked' && blocker.reset(),
  };
}
