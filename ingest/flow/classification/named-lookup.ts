import { withoutEnterprise } from '#schemas/application/device-application.ts';
import { groupByDeviceApplication, groupByHostname, unconstrainedBy, type Rules } from './rule-index.ts';
import type { RuleSets } from './rule-sets.ts';

/** Lower-case names of a device's applications by number (engine · 2³² + selector). */
export type ApplicationNames = ReadonlyMap<number, string>;

/** Size at which the cache starts over. */
const MAX_CACHED_HOSTS = 65_536;
const none: ReadonlySet<number> = new Set();

/**
 * Returns a lookup from the application a device reports, by number and name, to its rule set. Only values that rules
 * name are cached, so the cache is bounded whatever devices send.
 */
export function applicationLookup(sets: RuleSets, rules: Rules) {
  const { byId, byName } = groupByDeviceApplication(rules);
  // Engine 20 without an enterprise matches every enterprise.
  const ownersOf = (number: number): ReadonlySet<number> =>
    new Set([...(byId.get(number) ?? []), ...(byId.get(withoutEnterprise(number)) ?? [])]);
  const unconstrainedById = unconstrainedBy(rules, 'deviceApplications');
  const unconstrainedByName = unconstrainedBy(rules, 'applicationNames');
  const offsetFor = (number: number | undefined, name: string | undefined): number => {
    const ids = number === undefined ? none : ownersOf(number);
    const named = (name === undefined ? undefined : byName.get(name)) ?? none;
    // Both attributes must match or be unconstrained.
    const both = rules.flatMap((_, rule) =>
      (ids.has(rule) || unconstrainedById.has(rule)) && (named.has(rule) || unconstrainedByName.has(rule))
        ? [rule]
        : [],
    );
    return sets.offsetOf(new Set(both), none);
  };
  const unnamed = offsetFor(undefined, undefined);
  const remembered = new Map<number | undefined, Map<string | undefined, number>>();
  return (application: number, names: ApplicationNames): number => {
    const ofEvery = withoutEnterprise(application);
    const number = byId.has(application) ? application : byId.has(ofEvery) ? ofEvery : undefined;
    const said = byName.size === 0 ? undefined : names.get(application);
    const name = said !== undefined && byName.has(said) ? said : undefined;
    if (number === undefined && name === undefined) return unnamed;
    const known = remembered.get(number) ?? new Map<string | undefined, number>();
    const offset = known.get(name);
    if (offset !== undefined) return offset;
    const made = offsetFor(number, name);
    remembered.set(number, known.set(name, made));
    return made;
  };
}

/** Returns a lookup from a host name to its rule set. Without a host name only unconstrained rules match. */
export function hostLookup(sets: RuleSets, rules: Rules) {
  const { complete: full, below } = groupByHostname(rules);
  const unconstrained = unconstrainedBy(rules, 'hostnames');
  const unknown = sets.offsetOf(none, unconstrained);
  if (full.size === 0 && below.size === 0) return () => unknown;
  let remembered = new Map<string, number>();
  const offsetFor = (hostname: string): number => {
    const found = new Set(full.get(hostname) ?? none);
    for (let dot = hostname.indexOf('.'); dot !== -1; dot = hostname.indexOf('.', dot + 1))
      for (const rule of below.get(hostname.slice(dot + 1)) ?? none) found.add(rule);
    return sets.offsetOf(found, unconstrained);
  };
  return (hostname?: string): number => {
    if (hostname === undefined) return unknown;
    const known = remembered.get(hostname);
    if (known !== undefined) return known;
    if (remembered.size >= MAX_CACHED_HOSTS) remembered = new Map();
    const made = offsetFor(hostname.toLowerCase());
    remembered.set(hostname, made);
    return made;
  };
}
