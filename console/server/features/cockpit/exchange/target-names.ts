import type { CockpitFile, FileThreshold } from '#schemas/cockpit/cockpit-file.ts';
import { fileTargetKey } from '#schemas/cockpit/file-document.ts';
import type { ThresholdTarget } from '#schemas/cockpit/cockpit.ts';
import { thresholdTargetKey } from '#schemas/cockpit/version-difference.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { siteReachOf } from '../../../kernel/access/site-reach.ts';
import { findElementPaths, readElementPaths } from '../../../shared/element/element-paths.ts';
import type { Reader } from '../cockpit-transaction.ts';
import { readElements } from '../threshold-elements.ts';

type Sight = Pick<Caller, 'customers' | 'sites'>;

/** The customers and elements of thresholds by the names that a file has for them, by `thresholdTargetKey`, as far as the caller sees them. */
export async function readFileTargets(
  db: Reader,
  targets: readonly ThresholdTarget[],
  caller: Sight,
): Promise<ReadonlyMap<string, Omit<FileThreshold, 'value'>>> {
  const ids = targets.flatMap((target) => ('element' in target ? [target.element] : []));
  const seen = await readElements(db, ids, siteReachOf(caller, caller.customers.keys()));
  const named = await readElementPaths(db, [...seen.keys()]);
  const clientId = (customer: number): string | undefined => caller.customers.get(customer)?.clientId;
  const ofElements = named.flatMap(({ id, customer, kind, path }) => {
    const client = clientId(customer);
    if (client === undefined) return [];
    return [[thresholdTargetKey({ element: id }), { customer: client, element: { kind, path } }] as const];
  });
  const ofCustomers = targets.flatMap((target) => {
    const client = 'customer' in target ? clientId(target.customer) : undefined;
    return client === undefined ? [] : [[thresholdTargetKey(target), { customer: client }] as const];
  });
  return new Map<string, Omit<FileThreshold, 'value'>>([...ofElements, ...ofCustomers]);
}

/** What the thresholds of a file stand for, by `fileTargetKey`, as far as the caller sees it. */
export async function findFileTargets(
  db: Reader,
  { alarms }: CockpitFile,
  caller: Sight,
): Promise<ReadonlyMap<string, ThresholdTarget>> {
  const thresholds = alarms.flatMap((alarm) => alarm.thresholds);
  const desired = new Set(thresholds.map(({ customer }) => customer.toLowerCase()));
  const customers = [...caller.customers.values()].filter(({ clientId }) =>
    desired.has(clientId.toLowerCase()),
  );
  const clientIds = new Map(customers.map(({ id, clientId }) => [id, clientId]));
  const found = new Map<string, ThresholdTarget>(
    customers.map(({ id, clientId }) => [fileTargetKey({ customer: clientId }), { customer: id }]),
  );
  const names = [...new Set(thresholds.flatMap(({ element }) => element?.path[0] ?? []))];
  if (names.length === 0 || customers.length === 0) return found;
  const named = await findElementPaths(db, [...clientIds.keys()], names);
  const reach = siteReachOf(caller, caller.customers.keys());
  const seen = await readElements(
    db,
    named.map(({ id }) => id),
    reach,
  );
  for (const { id, customer, kind, path } of named)
    if (seen.has(id))
      found.set(fileTargetKey({ customer: clientIds.get(customer) ?? '', element: { kind, path } }), {
        element: id,
      });
  return found;
}
