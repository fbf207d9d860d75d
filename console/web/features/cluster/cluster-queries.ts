import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ClusterEntry } from '#schemas/cluster/cluster.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { refreshResources } from '#web/kernel/resource/refresh-resources.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import type { ClusterApi } from './cluster-api.ts';
import { useClusterTexts } from './texts/en.ts';

export const useClusters = ({ customerId, list }: ClusterApi) =>
  useQuery({ queryKey: ['cluster', customerId ?? 'provider'], queryFn: ({ signal }) => list(signal) });

export const useClusterChoices = ({ customerId, choices }: ClusterApi) =>
  useQuery({
    queryKey: ['cluster', customerId ?? 'provider', 'choices'],
    queryFn: ({ signal }) => choices(signal),
  });

/** Deletes a cluster and reports it in a toast. */
export function useClusterRemoval({ remove }: ClusterApi): (cluster: ClusterEntry) => void {
  const text = useClusterTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (cluster: ClusterEntry) => remove(cluster),
    onSuccess: (_, { name }) => showToast({ text: text('removed', { name }) }),
    onError: (problem) => showToast({ text: sentenceOf(problem, language), tone: 'bad' }),
    onSettled: () => refreshResources(queries, 'cluster'),
  });
  return mutate;
}
