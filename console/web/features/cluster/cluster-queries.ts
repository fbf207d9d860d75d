import { useQuery } from '@tanstack/react-query';
import type { ClusterEntry } from '#schemas/cluster/cluster.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { resourceTouches } from '#web/kernel/resource/resource-touches.ts';
import type { ClusterApi } from './cluster-api.ts';
import { useClusterTexts } from './texts/en.ts';

export const useClusters = ({ customerId, list }: ClusterApi) =>
  useQuery(namedQuery('cluster', [customerId ?? 'provider'], list));

export const useClusterChoices = ({ customerId, choices }: ClusterApi) =>
  useQuery(namedQuery('cluster', [customerId ?? 'provider', 'choices'], choices));

/** What a write to clusters changes. */
export const clusterTouches = resourceTouches('cluster');

/** Deletes a cluster and reports it in a toast. */
export function useClusterRemoval({ remove }: ClusterApi): (cluster: ClusterEntry) => void {
  const text = useClusterTexts();
  const { run } = useAction(clusterTouches);
  return (cluster) => run(() => remove(cluster), { done: text('removed', { name: cluster.name }) });
}
