import { readMonitoringAcross, type Unmonitored } from '#schemas/alerting/monitoring/routes.ts';
import { call } from '#web/kernel/api/call.ts';

export type UnmonitoredCustomers = ReadonlyMap<number, Unmonitored>;

/** The customers that are not monitored, by id. A module of its own: its contract is loaded after the page. */
export async function readUnmonitored(signal: AbortSignal): Promise<UnmonitoredCustomers> {
  const { customers } = await call(readMonitoringAcross, { signal });
  return new Map(
    customers.map(({ customer, reason, refused }) => [
      customer,
      refused === undefined ? { reason } : { reason, refused },
    ]),
  );
}
