import { useEffect } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { totalCounts } from '#schemas/alerting/counts.ts';
import { readCustomerAlerts, type CustomerAlerts } from '#schemas/alerting/routes.ts';
import { positionOf, type CountDelta } from '#schemas/socket/live.ts';
import { routeQuery } from '../query/route-query.ts';
import { watchRoom } from '../socket/connection.ts';
import { follow } from '../socket/follow.ts';
import { nextFrame } from '../socket/next-frame.ts';

export type CustomerCounts = z.output<typeof readCustomerAlerts.reply>;

/** Alarm counts of every customer of the user. */
export const countQuery = queryOptions({
  ...routeQuery(readCustomerAlerts),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
});

function changed(customer: CustomerAlerts, delta: CountDelta): CustomerAlerts {
  return { ...customer, position: positionOf(delta), counts: delta.counts, byAlarm: delta.byAlarm };
}

/** Applies deltas to the counts; `resync` when a customer missed one. */
export function applyCounts(
  counts: CustomerCounts,
  deltas: readonly CountDelta[],
): { counts: CustomerCounts; resync: boolean } {
  const byId = new Map(counts.customers.map((customer) => [customer.customer, customer]));
  let resync = false;
  for (const delta of deltas) {
    const customer = byId.get(delta.customer);
    const step = customer === undefined ? 'resync' : follow(customer.position, delta);
    if (step === 'resync') resync = true;
    else if (step === 'apply' && customer !== undefined) byId.set(delta.customer, changed(customer, delta));
  }
  return {
    counts: totalCounts(counts.customers.map((customer) => byId.get(customer.customer) ?? customer)),
    resync,
  };
}

/** Keeps the counts of these customers current while the component is mounted. */
export function useCountDeltas(customerIds: readonly number[]): void {
  const queries = useQueryClient();
  useEffect(() => {
    const { queryKey } = countQuery;
    const resync = () => void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
    const frame = nextFrame<CountDelta>((deltas) => {
      const known = queries.getQueryData(queryKey);
      if (known === undefined) return;
      const next = applyCounts(known, deltas);
      queries.setQueryData(queryKey, next.counts);
      if (next.resync) resync();
    });
    const leaves = customerIds.map((customer) =>
      watchRoom(
        { topic: 'count', customer },
        {
          delta: (delta) => frame.add(delta),
          joined: (position) => {
            const shown = queries
              .getQueryData(queryKey)
              ?.customers.find((each) => each.customer === customer)?.position;
            if (
              shown !== undefined &&
              (shown.epoch !== position.epoch || follow(shown, position) !== 'ignore')
            )
              resync();
          },
        },
      ),
    );
    return () => {
      for (const leave of leaves) leave();
      frame.cancel();
    };
  }, [customerIds, queries]);
}

export const useCounts = (enabled: boolean) => useQuery({ ...countQuery, enabled });
