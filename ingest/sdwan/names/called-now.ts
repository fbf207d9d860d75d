import type { ManagedSample } from '#platform/sdwan/sdwan-client.ts';
import { NO_ADDRESS, calledPlace, rememberDevices, type CalledDevice } from './match-called.ts';

type Named = Pick<ManagedSample, 'tenant' | 'device' | 'address' | 'atMs'>;

/** What samples call an address: the names of its newest ones. Several devices may have one address. */
interface Seen extends Pick<CalledDevice, 'tenant' | 'address'> {
  readonly names: ReadonlySet<string>;
  readonly atMs: number;
}

/** Whether a sample names the device of an address. */
const isNamed = (one: Named): one is Named & { readonly address: string } =>
  one.address !== undefined && !NO_ADDRESS.has(one.address) && !['', one.address].includes(one.device);

function seenAddresses(samples: readonly Named[]): ReadonlyMap<string, Seen> {
  const seen = new Map<string, Seen>();
  for (const { tenant, device, address, atMs } of samples.filter(isNamed)) {
    const place = calledPlace(tenant, address);
    const before = seen.get(place) ?? { names: new Set<string>(), atMs: -Infinity };
    if (before.atMs > atMs) continue;
    if (before.atMs < atMs) seen.set(place, { tenant, address, names: new Set([device]), atMs });
    else if (!before.names.has(device))
      seen.set(place, { tenant, address, names: new Set([...before.names, device]), atMs });
  }
  return seen;
}

/**
 * The devices of a manager as the next synchronisation will list them: with the names that samples have in addition to an address. A listed
 * device that no sample names by its address has gone where another one has its name now. An address of several devices names none.
 */
export function calledNow(list: readonly CalledDevice[], samples: readonly Named[]): readonly CalledDevice[] {
  const seen = seenAddresses(samples);
  const listed = Map.groupBy(list, ({ tenant, address }) => calledPlace(tenant, address));
  /** The present name of the only device of an address. */
  const nameAt = (place: string): string | undefined => {
    const [name, ...others] = seen.get(place)?.names ?? [];
    return others.length > 0 || (listed.get(place)?.length ?? 0) > 1 ? undefined : name;
  };
  const isListed = ({ tenant, address, names }: Seen): boolean => {
    const ofAddress = listed.get(calledPlace(tenant, address)) ?? [];
    return [...names].every((name) => ofAddress.some((one) => one.name === name));
  };
  if ([...seen.values()].every(isListed)) return list;
  const taken = new Set(
    [...seen.values()].flatMap(({ tenant, names }) => [...names].map((name) => calledPlace(tenant, name))),
  );
  const retained = list.flatMap((one) => {
    const place = calledPlace(one.tenant, one.address);
    const name = nameAt(place);
    if (name !== undefined) return [{ ...one, name }];
    return taken.has(calledPlace(one.tenant, one.name)) && !seen.has(place) ? [] : [one];
  });
  const added = [...seen].flatMap(([place, { tenant, address, names }]) => {
    const ofAddress = listed.get(place) ?? [];
    if (ofAddress.length > 0 && nameAt(place) !== undefined) return [];
    const unknown = [...names].filter((name) => ofAddress.every((one) => one.name !== name));
    return unknown.map((name) => ({ tenant, name, address }));
  });
  return rememberDevices([...retained, ...added], list);
}

/**
 * When this process has noticed that a name is another device's, by name. A sample that has nothing but such a name, and was measured
 * before, may be of either device.
 */
export class ChangedNames {
  readonly #sinceMs = new Map<string, number>();

  /** Compares what is stored of a manager's devices with what is called now. */
  notice(stored: readonly CalledDevice[], now: readonly CalledDevice[], nowMs: number): void {
    const before = addressesOf(stored);
    const changed = new Set(
      [...addressesOf(now)].flatMap(([name, addresses]) =>
        before.has(name) && before.get(name) !== addresses ? [name] : [],
      ),
    );
    for (const name of this.#sinceMs.keys()) if (!changed.has(name)) this.#sinceMs.delete(name);
    for (const name of changed) if (!this.#sinceMs.has(name)) this.#sinceMs.set(name, nowMs);
  }

  isUncertain({ tenant, device, address, atMs }: Named): boolean {
    return address === undefined && atMs <= (this.#sinceMs.get(calledPlace(tenant, device)) ?? -Infinity);
  }
}

/** The addresses of each name. */
function addressesOf(list: readonly CalledDevice[]): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const { tenant, name, address } of list) {
    const place = calledPlace(tenant, name);
    all.set(place, `${all.get(place) ?? ''} ${address.toLowerCase()}`);
  }
  return all;
}
