import { parseAddressRange } from '#schemas/application/address-range.ts';
import type { AddressRange } from '#schemas/application/address-range.ts';
import { parseDeviceApplication, parsePortRange } from '#schemas/application/definition.ts';
import type { ApplicationAttributes } from '#schemas/application/definition.ts';
import { stretchesOf } from './stretches.ts';
import type { Interval } from './stretches.ts';
import type { RuleSets } from './rule-sets.ts';

/** Attributes of the applications, first tried first: a rule is its place here. */
export type Rules = readonly ApplicationAttributes[];

/** Rules whose list of this kind is empty: they say nothing about it. */
export const silentOn = (rules: Rules, kind: keyof ApplicationAttributes): ReadonlySet<number> =>
  new Set(rules.flatMap((attributes, rule) => (attributes[kind].length === 0 ? [rule] : [])));

/** What stands in the lists of a kind, with the rules that name it. */
function named<Value>(
  rules: Rules,
  valuesOf: (attributes: ApplicationAttributes) => readonly Value[],
): Map<Value, Set<number>> {
  const found = new Map<Value, Set<number>>();
  for (const [rule, attributes] of rules.entries())
    for (const value of valuesOf(attributes)) {
      const owners = found.get(value) ?? new Set();
      found.set(value, owners.add(rule));
    }
  return found;
}

/** For each number below `size` the place of its set. */
export function byNumber(
  sets: RuleSets,
  rules: Rules,
  { kind, size }: { readonly kind: 'dscp' | 'protocols'; readonly size: number },
): Int32Array {
  const silent = silentOn(rules, kind);
  const owners = named(rules, (attributes) => attributes[kind]);
  return Int32Array.from({ length: size }, (_, value) => sets.place(owners.get(value) ?? new Set(), silent));
}

/** For each port the place of its set. */
export function byPort(sets: RuleSets, rules: Rules): Int32Array {
  const intervals = rules.flatMap(({ ports }, rule) =>
    ports.flatMap((text): readonly Interval<number>[] => {
      const range = parsePortRange(text);
      return range === undefined ? [] : [{ ...range, rule }];
    }),
  );
  const silent = silentOn(rules, 'ports');
  const { starts, rules: owners } = stretchesOf(intervals, (port) => port + 1);
  const places = new Int32Array(65_536);
  for (const [at, set] of owners.entries())
    places.fill(sets.place(set, silent), starts[at - 1] ?? 0, starts[at] ?? 65_536);
  return places;
}

/** Places of the stretches of one family: `places[0]` before the first start. */
export interface AddressPlaces<Starts> {
  readonly starts: Starts;
  readonly places: Int32Array;
}

function placesOf(sets: RuleSets, rules: Rules, family: AddressRange['family']) {
  const highest = family === 4 ? 2n ** 32n - 1n : 2n ** 128n - 1n;
  const intervals = rules.flatMap(({ addresses }, rule) =>
    addresses.flatMap((text): readonly Interval<bigint>[] => {
      const range = parseAddressRange(text);
      return range?.family === family ? [{ first: range.first, last: range.last, rule }] : [];
    }),
  );
  const silent = silentOn(rules, 'addresses');
  const { starts, rules: owners } = stretchesOf(intervals, (address) =>
    address === highest ? undefined : address + 1n,
  );
  return { starts, places: Int32Array.from(owners, (set) => sets.place(set, silent)) };
}

export function byAddressV4(sets: RuleSets, rules: Rules): AddressPlaces<Uint32Array> {
  const { starts, places } = placesOf(sets, rules, 4);
  return { starts: Uint32Array.from(starts, Number), places };
}

/** Upper and lower half of each start. */
export function byAddressV6(sets: RuleSets, rules: Rules): AddressPlaces<BigUint64Array> {
  const { starts, places } = placesOf(sets, rules, 6);
  const halves = starts.flatMap((start) => [start >> 64n, start & (2n ** 64n - 1n)]);
  return { starts: BigUint64Array.from(halves), places };
}

/** Rules by the application that the device says: by number (engine · 2³² + selector) and by name, in lower case. */
export interface NamedPlaces {
  readonly byId: ReadonlyMap<number, ReadonlySet<number>>;
  readonly byName: ReadonlyMap<string, ReadonlySet<number>>;
}

export function byDeviceApplication(rules: Rules): NamedPlaces {
  return {
    byId: named(rules, ({ deviceApplications }) =>
      deviceApplications.flatMap((text) => {
        const found = parseDeviceApplication(text);
        return found === undefined ? [] : [found.engine * 2 ** 32 + found.selector];
      }),
    ),
    byName: named(rules, ({ applicationNames }) => applicationNames),
  };
}

/** Rules by host name: whole names, and endings that `*.` stands before. */
export interface HostnamePlaces {
  readonly whole: ReadonlyMap<string, ReadonlySet<number>>;
  readonly below: ReadonlyMap<string, ReadonlySet<number>>;
}

export const byHostname = (rules: Rules): HostnamePlaces => ({
  whole: named(rules, ({ hostnames }) => hostnames.filter((name) => !name.startsWith('*.'))),
  below: named(rules, ({ hostnames }) =>
    hostnames.filter((name) => name.startsWith('*.')).map((name) => name.slice(2)),
  ),
});
