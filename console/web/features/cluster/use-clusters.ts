import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ClusterEntry } from '#schemas/cluster/cluster.ts';
import { listClusters, readClusterChoices, removeCluster } from '#schemas/cluster/routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { readResourcesAgain } from '#web/kernel/resource/read-again.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/toast-store.ts';
import type { ClusterSearch } from './cluster-search.ts';
import { useClusterTexts } from './use-cluster-texts.ts';

export const useClusters = (customerId: number) =>
  useQuery({
    queryKey: ['cluster', customerId],
    queryFn: async ({ signal }) => (await call(listClusters, { params: { customerId }, signal })).clusters,
  });

export const useClusterChoices = (customerId: number) =>
  useQuery({
    queryKey: ['cluster', customerId, 'choices'],
    queryFn: ({ signal }) => call(readClusterChoices, { params: { customerId }, signal }),
  });

/** Deletes a cluster, and says so. */
export function useClusterRemoval(customerId: number): (cluster: ClusterEntry) => void {
  const text = useClusterTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ id, version }: ClusterEntry) =>
      call(removeCluster, { params: { customerId, cluster: id }, query: { version } }),
    onSuccess: (_, { name }) => showToast({ text: text('removed', { name }) }),
    onError: (problem) => showToast({ text: sentenceOf(problem, language), tone: 'bad' }),
    onSettled: () => readResourcesAgain(queries, 'cluster'),
  });
  return mutate;
}

const route = getRouteApi('/shell/cluster');

/** The address of the screen, and the way to change it. */
export function useClusterSearch() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/cluster' });
  const change = (part: Partial<ClusterSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true });
  return { search, change };
}
