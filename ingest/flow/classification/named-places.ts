import { withoutEnterprise } from '#schemas/application/device-application.ts';
import { byDeviceApplication, byHostname, silentOn } from './matters.ts';
import type { Rules } from './matters.ts';
import type { RuleSets } from './rule-sets.ts';

/** Names of a device's applications by their number (engine · 2³² + selector), in lower case. */
export type ApplicationNames = ReadonlyMap<number, string>;

/** Numbers and names that are remembered; beyond it the memory starts anew. */
const MOST_REMEMBERED = 65_536;
const none: ReadonlySet<number> = new Set();

/**
 * Place of the rules that a device's own application satisfies: those by its number and those by its name. What no rule names
 * is all the same to them, so that only what they name is remembered, whatever devices send.
 */
export function applicationPlaces(sets: RuleSets, rules: Rules) {
  const { byId, byName } = byDeviceApplication(rules);
  // Engine 20 without an enterprise stands for all of them.
  const ownersOf = (number: number): ReadonlySet<number> =>
    new Set([...(byId.get(number) ?? []), ...(byId.get(withoutEnterprise(number)) ?? [])]);
  const silentOnId = silentOn(rules, 'deviceApplications');
  const silentOnName = silentOn(rules, 'applicationNames');
  const placeOf = (number: number | undefined, name: string | undefined): number => {
    const ids = number === undefined ? none : ownersOf(number);
    const named = (name === undefined ? undefined : byName.get(name)) ?? none;
    // Two kinds: each must hold or be silent.
    const both = rules.flatMap((_, rule) =>
      (ids.has(rule) || silentOnId.has(rule)) && (named.has(rule) || silentOnName.has(rule)) ? [rule] : [],
    );
    return sets.place(new Set(both), none);
  };
  const unnamed = placeOf(undefined, undefined);
  const remembered = new Map<number | undefined, Map<string | undefined, number>>();
  return (application: number, names: ApplicationNames): number => {
    const ofEvery = withoutEnterprise(application);
    const number = byId.has(application) ? application : byId.has(ofEvery) ? ofEvery : undefined;
    const said = byName.size === 0 ? undefined : names.get(application);
    const name = said !== undefined && byName.has(said) ? said : undefined;
    if (number === undefined && name === undefined) return unnamed;
    const known = remembered.get(number) ?? new Map<string | undefined, number>();
    const place = known.get(name);
    if (place !== undefined) return place;
    const made = placeOf(number, name);
    remembered.set(number, known.set(name, made));
    return made;
  };
}

/** Place of the rules that a host name satisfies; without one those that say nothing of it. */
export function hostPlaces(sets: RuleSets, rules: Rules) {
  const { whole, below } = byHostname(rules);
  const silent = silentOn(rules, 'hostnames');
  const unknown = sets.place(none, silent);
  if (whole.size === 0 && below.size === 0) return () => unknown;
  let remembered = new Map<string, number>();
  const placeOf = (hostname: string): number => {
    const found = new Set(whole.get(hostname) ?? none);
    for (let dot = hostname.indexOf('.'); dot !== -1; dot = hostname.indexOf('.', dot + 1))
      for (const rule of below.get(hostname.slice(dot + 1)) ?? none) found.add(rule);
    return sets.place(found, silent);
  };
  return (hostname?: string): number => {
    if (hostname === undefined) return unknown;
    const known = remembered.get(hostname);
    if (known !== undefined) return known;
    if (remembered.size >= MOST_REMEMBERED) remembered = new Map();
    const made = placeOf(hostname.toLowerCase());
    remembered.set(hostname, made);
    return made;
  };
}
