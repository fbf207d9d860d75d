import type { CockpitDocument, DocumentThreshold } from '#schemas/cockpit/version.ts';
import { thresholdTargetKey } from '#schemas/cockpit/version-difference.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { siteReachOf } from '../../kernel/access/site-reach.ts';
import type { Reader } from './cockpit-transaction.ts';
import { readElements } from './threshold-elements.ts';

/** Targets of thresholds that a caller sees, by `thresholdTargetKey`. */
export interface TargetReach {
  readonly names: ReadonlyMap<string, string>;
  readonly includes: (threshold: DocumentThreshold) => boolean;
  /** The threshold of a customer applies to all of its sites: a caller limited to some of them sees it and does not change it. */
  readonly changes: (threshold: DocumentThreshold) => boolean;
}

/** The targets of these documents that the caller sees. Customers and elements that no longer exist are left out. */
export async function readTargetReach(
  db: Reader,
  documents: readonly CockpitDocument[],
  caller: Pick<Caller, 'customers' | 'sites'>,
): Promise<TargetReach> {
  const targets = documents.flatMap(({ alarms }) =>
    alarms.flatMap(({ thresholds }) => thresholds.map(({ target }) => target)),
  );
  const ids = new Set(targets.flatMap((target) => ('element' in target ? [target.element] : [])));
  const elements = await readElements(db, [...ids], siteReachOf(caller, caller.customers.keys()));
  const names = new Map<string, string>();
  for (const target of targets) {
    const name =
      'customer' in target ? caller.customers.get(target.customer)?.name : elements.get(target.element)?.name;
    if (name !== undefined) names.set(thresholdTargetKey(target), name);
  }
  const includes = ({ target }: DocumentThreshold): boolean => names.has(thresholdTargetKey(target));
  const changes = ({ target, value }: DocumentThreshold): boolean =>
    includes({ target, value }) && !('customer' in target && caller.sites.has(target.customer));
  return { names, includes, changes };
}
