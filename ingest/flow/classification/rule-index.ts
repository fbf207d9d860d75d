import type { Steps } from '#platform/clock/steps.ts';
import { parseAddressRange, type AddressRange } from '#schemas/application/address-range.ts';
import { applicationNumber, parseDeviceApplication } from '#schemas/application/device-application.ts';
import { parsePortRange, type ApplicationAttributes } from '#schemas/application/definition.ts';
import { disjointIntervals, type RuleInterval } from './disjoint-intervals.ts';
import type { RuleSets } from './rule-sets.ts';

/** Attributes of the applications in matching order. A rule is identified by its index. */
export type Rules = readonly ApplicationAttributes[];

/** Rules that do not constrain this attribute: their list is empty. */
export const unconstrainedBy = (rules: Rules, kind: keyof ApplicationAttributes): ReadonlySet<number> =>
  new Set(rules.flatMap((attributes, rule) => (attributes[kind].length === 0 ? [rule] : [])));

/** Groups the rules by the values they list. */
function groupByValue<Value>(
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

/** Offset of the matching rule set for each number below `size`. */
export function indexByNumber(
  sets: RuleSets,
  rules: Rules,
  { kind, size }: { readonly kind: 'dscp' | 'protocols'; readonly size: number },
): Int32Array {
  const unconstrained = unconstrainedBy(rules, kind);
  const owners = groupByValue(rules, (attributes) => attributes[kind]);
  return Int32Array.from({ length: size }, (_, value) =>
    sets.offsetOf(owners.get(value) ?? new Set(), unconstrained),
  );
}

/** Texts parsed per step. */
const TEXTS_PER_STEP = 1_024;

/** Parses the texts of each rule into intervals. */
function* intervalsOf<Key>(
  rules: Rules,
  kind: 'addresses' | 'ports',
  parse: (text: string) => { readonly first: Key; readonly last: Key } | undefined,
): Steps<RuleInterval<Key>[]> {
  const found: RuleInterval<Key>[] = [];
  let read = 0;
  for (const [rule, attributes] of rules.entries())
    for (const text of attributes[kind]) {
      const range = parse(text);
      if (range !== undefined) found.push({ first: range.first, last: range.last, rule });
      read += 1;
      if (read % TEXTS_PER_STEP === 0) yield undefined;
    }
  return found;
}

/** Offset of the matching rule set for each port. */
export function* indexByPort(sets: RuleSets, rules: Rules): Steps<Int32Array> {
  const intervals = yield* intervalsOf(rules, 'ports', parsePortRange);
  const unconstrained = unconstrainedBy(rules, 'ports');
  const starts: number[] = [];
  const found: number[] = [];
  yield* disjointIntervals(
    intervals,
    (port) => port + 1,
    (start = 0, open) => {
      starts.push(start);
      found.push(sets.offsetOf(open, unconstrained));
    },
  );
  const offsets = new Int32Array(65_536);
  for (const [at, offset] of found.entries()) offsets.fill(offset, starts[at], starts[at + 1] ?? 65_536);
  return offsets;
}

/** Rule set offsets of consecutive address intervals of one family. `offsets[0]` applies before the first start. */
export interface AddressOffsets<Starts> {
  readonly starts: Starts;
  readonly offsets: Int32Array;
}

function* addressOffsets(sets: RuleSets, rules: Rules, family: AddressRange['family']) {
  const highest = family === 4 ? 2n ** 32n - 1n : 2n ** 128n - 1n;
  const intervals = yield* intervalsOf(rules, 'addresses', (text) => {
    const range = parseAddressRange(text);
    return range?.family === family ? range : undefined;
  });
  const unconstrained = unconstrainedBy(rules, 'addresses');
  const starts: bigint[] = [];
  const offsets: number[] = [];
  yield* disjointIntervals(
    intervals,
    (address) => (address === highest ? undefined : address + 1n),
    (start, open) => {
      if (start !== undefined) starts.push(start);
      offsets.push(sets.offsetOf(open, unconstrained));
    },
  );
  return { starts, offsets: Int32Array.from(offsets) };
}

export function* indexByAddressV4(sets: RuleSets, rules: Rules): Steps<AddressOffsets<Uint32Array>> {
  const { starts, offsets } = yield* addressOffsets(sets, rules, 4);
  return { starts: Uint32Array.from(starts, Number), offsets };
}

/** Starts are stored as upper and lower 64 bits. */
export function* indexByAddressV6(sets: RuleSets, rules: Rules): Steps<AddressOffsets<BigUint64Array>> {
  const { starts, offsets } = yield* addressOffsets(sets, rules, 6);
  const halves = starts.flatMap((start) => [start >> 64n, start & (2n ** 64n - 1n)]);
  return { starts: BigUint64Array.from(halves), offsets };
}

/** Rules by the application the device reports: by number (engine · 2³² + selector) and by lower-case name. */
export interface ApplicationRules {
  readonly byId: ReadonlyMap<number, ReadonlySet<number>>;
  readonly byName: ReadonlyMap<string, ReadonlySet<number>>;
}

export function groupByDeviceApplication(rules: Rules): ApplicationRules {
  return {
    byId: groupByValue(rules, ({ deviceApplications }) =>
      deviceApplications.flatMap((text) => {
        const found = parseDeviceApplication(text);
        return found === undefined ? [] : [applicationNumber(found)];
      }),
    ),
    byName: groupByValue(rules, ({ applicationNames }) => applicationNames),
  };
}

/** Rules by host name: exact names and `*.` suffixes. */
export interface HostnameRules {
  readonly complete: ReadonlyMap<string, ReadonlySet<number>>;
  readonly below: ReadonlyMap<string, ReadonlySet<number>>;
}

export const groupByHostname = (rules: Rules): HostnameRules => ({
  complete: groupByValue(rules, ({ hostnames }) => hostnames.filter((name) => !name.startsWith('*.'))),
  below: groupByValue(rules, ({ hostnames }) =>
    hostnames.filter((name) => name.startsWith('*.')).map((name) => name.slice(2)),
  ),
});
