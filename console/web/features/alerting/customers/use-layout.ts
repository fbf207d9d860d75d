import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  emptyAlertLayout,
  readAlertLayout,
  updateAlertLayout,
  type AlertLayout,
} from '#schemas/alerting/routes.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useAlertingTexts } from '../texts/en.ts';

const layoutQuery = { ...routeQuery(readAlertLayout), staleTime: Number.POSITIVE_INFINITY };

export interface StoredLayout {
  readonly layout: AlertLayout;
  readonly save: (layout: AlertLayout) => void;
  readonly query: UseQueryResult<AlertLayout>;
}

/** Pinned customers and display options, stored per user. A change shows at once and is rolled back if it cannot be saved. */
export function useLayout(): StoredLayout {
  const text = useAlertingTexts();
  const cache = useQueryCache();
  const query = useQuery(layoutQuery);
  const { data, refetch } = query;
  const reportFailure = () => showToast({ text: text('notSaved'), tone: 'bad' });
  const { run } = useRouteAction(updateAlertLayout, { touches: [] });
  const save = (layout: AlertLayout): void => {
    const before = cache.read(layoutQuery);
    if (data === undefined || before === undefined) {
      // The stored layout is not loaded yet: saving would overwrite it.
      reportFailure();
      void refetch();
      return;
    }
    cache.write(layoutQuery, layout);
    const onProblem = (): void => {
      cache.write(layoutQuery, before);
      reportFailure();
    };
    run({ body: layout }, { onProblem });
  };
  return { layout: data ?? emptyAlertLayout, save, query };
}
