import type { Fault } from '../problem/fault.ts';
import { dscpText } from './dscp.ts';
import type { QosBasis } from './model.ts';
import { matchesName } from './name-pattern.ts';
import type { ClassMap, QosClass, QosClassDraft } from './qos-class.ts';

const MAX_SHARE = 100;
const folded = (text: string): string => text.toLowerCase();

/** The classes in force for a customer, in matching order. */
export function effectiveClasses(
  basis: QosBasis,
  own: readonly QosClass[],
  provided: readonly QosClass[],
): readonly QosClass[] {
  if (basis === 'provider') return provided;
  if (basis === 'own') return own;
  const replaced = new Set(own.map(({ name }) => folded(name)));
  return [...own, ...provided.filter(({ name }) => !replaced.has(folded(name)))];
}

/** Percent of the bandwidth that the classes have together. */
export const shareSum = (classes: readonly Pick<QosClass, 'share'>[]): number =>
  classes.reduce((sum, { share }) => sum + (share ?? 0), 0);

/** Text by which two entries of a list are the same. */
const mapKey = ({ vendor, name }: ClassMap): string => `${folded(vendor)}\n${folded(name)}`;

/** Entries of a draft that it repeats, or that another class of the model has. */
function takenFaults(
  keys: readonly string[],
  others: ReadonlyMap<string, string>,
  faultAt: (index: number, owner: string | undefined) => Fault,
): Fault[] {
  return keys.flatMap((key, index) => {
    const owner = others.get(key);
    const isRepeated = keys.indexOf(key) < index;
    return owner === undefined && !isRepeated ? [] : [faultAt(index, owner)];
  });
}

const ownersOf = (
  others: readonly QosClass[],
  keysOf: (one: QosClass) => readonly string[],
): ReadonlyMap<string, string> =>
  new Map(others.flatMap((one) => keysOf(one).map((key) => [key, one.name] as const)));

/**
 * Faults of a class within its model: a DSCP or name that another class has, as one of them would never match, and shares beyond
 * 100 % together. `others` are the other classes of the same owner.
 */
export function classFaults(
  { dscp, classMaps, queues, share }: Pick<QosClassDraft, 'dscp' | 'classMaps' | 'queues' | 'share'>,
  others: readonly QosClass[],
): readonly Fault[] {
  const nameFault =
    (path: (index: number) => string, names: readonly string[]) =>
    (index: number, owner: string | undefined): Fault =>
      owner === undefined
        ? { path: path(index), code: 'NOT_UNIQUE' }
        : { path: path(index), code: 'QOS_NAME_TAKEN', params: { value: names[index] ?? '', class: owner } };
  const sum = shareSum([...others, { share }]);
  return [
    ...takenFaults(
      dscp.map(String),
      ownersOf(others, (one) => one.dscp.map(String)),
      (index, owner) =>
        owner === undefined
          ? { path: `dscp.${String(index)}`, code: 'NOT_UNIQUE' }
          : {
              path: `dscp.${String(index)}`,
              code: 'QOS_DSCP_TAKEN',
              params: { value: dscpText(dscp[index] ?? 0), class: owner },
            },
    ),
    ...takenFaults(
      classMaps.map(mapKey),
      ownersOf(others, (one) => one.classMaps.map(mapKey)),
      nameFault(
        (index) => `classMaps.${String(index)}.name`,
        classMaps.map(({ name }) => name),
      ),
    ),
    ...takenFaults(
      queues.map(folded),
      ownersOf(others, (one) => one.queues.map(folded)),
      nameFault((index) => `queues.${String(index)}`, queues),
    ),
    ...(share !== null && sum > MAX_SHARE
      ? [{ path: 'share', code: 'QOS_SHARE_EXCEEDED' as const, params: { sum } }]
      : []),
  ];
}

/** What a rule is about, and what it says. */
export type QosRule =
  | { readonly kind: 'class-map'; readonly vendor: string; readonly name: string }
  | { readonly kind: 'queue'; readonly name: string }
  | { readonly kind: 'dscp'; readonly dscp: number };

/** Every rule of the classes, in matching order. */
export const rulesOf = ({ classMaps, queues, dscp }: QosClass): readonly QosRule[] => [
  ...classMaps.map(({ vendor, name }) => ({ kind: 'class-map' as const, vendor, name })),
  ...queues.map((name) => ({ kind: 'queue' as const, name })),
  ...dscp.map((value) => ({ kind: 'dscp' as const, dscp: value })),
];

/** Something found in the network that a rule may match. */
export type QosName =
  | { readonly kind: 'class-map'; readonly vendor: string; readonly name: string }
  | { readonly kind: 'queue'; readonly name: string }
  | { readonly kind: 'dscp'; readonly dscp: number };

function matches(rule: QosRule, found: QosName): boolean {
  if (rule.kind === 'dscp') return found.kind === 'dscp' && rule.dscp === found.dscp;
  if (found.kind !== rule.kind || !matchesName(rule.name, found.name)) return false;
  return (
    rule.kind === 'queue' ||
    rule.vendor === '' ||
    (found.kind === 'class-map' && folded(rule.vendor) === folded(found.vendor))
  );
}

/** The class of what was found and the rule that says so: the first one in matching order. Undefined: it maps to nothing. */
export function classOf(
  classes: readonly QosClass[],
  found: QosName,
): { readonly class: QosClass; readonly rule: QosRule } | undefined {
  for (const one of classes) {
    const rule = rulesOf(one).find((own) => matches(own, found));
    if (rule !== undefined) return { class: one, rule };
  }
  return undefined;
}

/** The key of a class element: `<ifName> / in or out / <policy> / <class> …`, outermost first. */
const SEPARATOR = ' / ';

/** Name of the innermost class of a key; the whole key where it has no parts. */
export const classNameOf = (key: string): string => key.split(SEPARATOR).at(-1) ?? key;

/** Inwards only where the key says so: managers of SD-WANs report queues, which are outwards. */
export const policyDirectionOf = (key: string): 'in' | 'out' =>
  key.split(SEPARATOR)[1] === 'in' ? 'in' : 'out';

/** The keys without those of classes that hold a policy with classes of its own: their counters include those of the inner ones. */
export function innermostKeys(keys: readonly string[]): ReadonlySet<string> {
  const holders = new Set(
    keys.flatMap((key) => {
      const parts = key.split(SEPARATOR);
      return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join(SEPARATOR));
    }),
  );
  return new Set(keys.filter((key) => !holders.has(key)));
}
