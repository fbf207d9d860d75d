import type { InSteps } from '#platform/clock/interruptibly.ts';
import { parseAddressRange } from '#schemas/application/address-range.ts';
import type { AddressRange } from '#schemas/application/address-range.ts';
import { applicationNumber, parseDeviceApplication } from '#schemas/application/device-application.ts';
import { parsePortRange } from '#schemas/application/definition.ts';
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

/** Texts that are read between two steps. */
const AT_A_STEP = 1_024;

/** What `parse` makes of the texts of each rule. */
function* intervalsOf<Key>(
  rules: Rules,
  kind: 'addresses' | 'ports',
  parse: (text: string) => { readonly first: Key; readonly last: Key } | undefined,
): InSteps<Interval<Key>[]> {
  const found: Interval<Key>[] = [];
  let read = 0;
  for (const [rule, attributes] of rules.entries())
    for (const text of attributes[kind]) {
      const range = parse(text);
      if (range !== undefined) found.push({ first: range.first, last: range.last, rule });
      read += 1;
      if (read % AT_A_STEP === 0) yield undefined;
    }
  return found;
}

/** For each port the place of its set. */
export function* byPort(sets: RuleSets, rules: Rules): InSteps<Int32Array> {
  const intervals = yield* intervalsOf(rules, 'ports', parsePortRange);
  const silent = silentOn(rules, 'ports');
  const starts: number[] = [];
  const found: number[] = [];
  yield* stretchesOf(
    intervals,
    (port) => port + 1,
    (start = 0, open) => {
      starts.push(start);
      found.push(sets.place(open, silent));
    },
  );
  const places = new Int32Array(65_536);
  for (const [at, place] of found.entries()) places.fill(place, starts[at], starts[at + 1] ?? 65_536);
  return places;
}

/** Places of the stretches of one family: `places[0]` before the first start. */
export interface AddressPlaces<Starts> {
  readonly starts: Starts;
  readonly places: Int32Array;
}

function* placesOf(sets: RuleSets, rules: Rules, family: AddressRange['family']) {
  const highest = family === 4 ? 2n ** 32n - 1n : 2n ** 128n - 1n;
  const intervals = yield* intervalsOf(rules, 'addresses', (text) => {
    const range = parseAddressRange(text);
    return range?.family === family ? range : undefined;
  });
  const silent = silentOn(rules, 'addresses');
  const starts: bigint[] = [];
  const places: number[] = [];
  yield* stretchesOf(
    intervals,
    (address) => (address === highest ? undefined : address + 1n),
    (start, open) => {
      if (start !== undefined) starts.push(start);
      places.push(sets.place(open, silent));
    },
  );
  return { starts, places: Int32Array.from(places) };
}

export function* byAddressV4(sets: RuleSets, rules: Rules): InSteps<AddressPlaces<Uint32Array>> {
  const { starts, places } = yield* placesOf(sets, rules, 4);
  return { starts: Uint32Array.from(starts, Number), places };
}

/** Upper and lower half of each start. */
export function* byAddressV6(sets: RuleSets, rules: Rules): InSteps<AddressPlaces<BigUint64Array>> {
  const { starts, places } = yield* placesOf(sets, rules, 6);
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
        return found === undefined ? [] : [applicationNumber(found)];
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
