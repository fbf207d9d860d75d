import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import {
  emptyAlertLayout,
  readAlertLayout,
  updateAlertLayout,
  type AlertLayout,
} from '#schemas/alerting/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useAlertingTexts } from '../texts/en.ts';

const layoutQuery = queryOptions({
  queryKey: ['alert-layout'],
  queryFn: ({ signal }) => call(readAlertLayout, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export interface StoredLayout {
  readonly layout: AlertLayout;
  readonly save: (layout: AlertLayout) => void;
  readonly query: UseQueryResult<AlertLayout>;
}

/** Pinned customers and display options, stored per user. A change shows at once and is rolled back if it cannot be saved. */
export function useLayout(): StoredLayout {
  const text = useAlertingTexts();
  const queries = useQueryClient();
  const query = useQuery(layoutQuery);
  const { data, refetch } = query;
  const reportFailure = () => showToast({ text: text('notSaved'), tone: 'bad' });
  const { mutate } = useMutation({
    mutationFn: (layout: AlertLayout) => call(updateAlertLayout, { body: layout }),
    onMutate: (layout) => {
      const before = queries.getQueryData(layoutQuery.queryKey);
      queries.setQueryData(layoutQuery.queryKey, layout);
      return before;
    },
    onError: (_, __, before) => {
      queries.setQueryData(layoutQuery.queryKey, before);
      reportFailure();
    },
  });
  const save = (layout: AlertLayout) => {
    if (data !== undefined) return mutate(layout);
    // The stored layout is not loaded yet: saving would overwrite it.
    reportFailure();
    void refetch();
  };
  return { layout: data ?? emptyAlertLayout, save, query };
}
