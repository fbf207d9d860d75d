import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { calledNow, ChangedNames } from './called-now.ts';
import { matchCalled, rememberDevices, rememberedElement, type CalledDevice } from './match-called.ts';

const called = (name: string, address: string, element: number | null = null): CalledDevice => ({
  tenant: '',
  name,
  address,
  element,
});
const sample = (device: string, address?: string, atMs = 1_000) => ({ tenant: '', device, address, atMs });
const listed = (list: readonly CalledDevice[]) =>
  list.map(({ name, address, element }) => `${name}@${address} ${String(element)}`);

const before = [called('a', '10.0.0.1', 1), called('b', '10.0.0.2', 2)];

describe('what a manager calls its devices between two synchronisations', () => {
  it.each<[string, ReturnType<typeof sample>[], string[]]>([
    ['stays while its samples say so', [sample('a', '10.0.0.1')], ['a@10.0.0.1 1', 'b@10.0.0.2 2']],
    ['stays where samples have names only', [sample('b'), sample('c')], ['a@10.0.0.1 1', 'b@10.0.0.2 2']],
    [
      'is exchanged with the names of its samples',
      [sample('b', '10.0.0.1'), sample('a', '10.0.0.2')],
      ['b@10.0.0.1 1', 'a@10.0.0.2 2'],
    ],
    [
      'is the newest of its names',
      [sample('a', '10.0.0.1', 1), sample('z', '10.0.0.1', 2), sample('y', '10.0.0.1', 1)],
      ['z@10.0.0.1 1', 'b@10.0.0.2 2'],
    ],
    [
      'is no name of a device that has gone, once another one has it',
      [sample('b', '10.0.0.1')],
      ['b@10.0.0.1 1'],
    ],
    ['has a new device', [sample('c', '10.0.0.3')], ['a@10.0.0.1 1', 'b@10.0.0.2 2', 'c@10.0.0.3 null']],
    ['follows a name to another address', [sample('a', '10.0.0.9')], ['b@10.0.0.2 2', 'a@10.0.0.9 1']],
    [
      'follows from no address of several devices',
      [sample('a', '10.0.0.1'), sample('x', '10.0.0.1')],
      ['a@10.0.0.1 1', 'b@10.0.0.2 2', 'x@10.0.0.1 1'],
    ],
  ])('%s', (_, samples, expected) => {
    expect(listed(calledNow(before, samples))).toEqual(expected);
  });

  const names = ['a', 'b', 'c', 'd', 'e'] as const;

  it('places every sample on the device on which it is after the next synchronisation, whatever was renamed or exchanged', () => {
    const permutation = fc.shuffledSubarray([...names], { minLength: 4, maxLength: 4 });
    const ids = [1, 2, 3, 4];
    const addressOf = (id: number): string => `10.0.0.${String(id)}`;
    fc.assert(
      fc.property(permutation, permutation, permutation, (own, old, now) => {
        const devices = ids.map((id, at): [number, DeviceEntry] => [
          id,
          {
            id,
            name: own[at]!,
            address: addressOf(id),
            customer: 1,
            site: 5,
            active: true,
            vendor: '',
            model: '',
            snmp: undefined,
            exporters: [],
            interfaces: [],
          },
        ]);
        const inventory: Inventory = {
          customers: new Map([[1, { id: 1, clientId: 'acme', name: 'acme', profile: '', recipientId: 1 }]]),
          sites: new Map(),
          interfaces: new Map(),
          exporters: new Map(),
          devices: new Map(devices),
        };
        const manager = { kind: 'vmanage', customer: 1, recipientId: 1 } as const;
        const synchronised = (calls: readonly string[], remembered: readonly CalledDevice[]) => {
          const shown = ids.map((id, at) => ({ tenant: '', name: calls[at]!, address: addressOf(id) }));
          const list = rememberDevices(shown, remembered);
          const match = matchCalled(list, inventory, manager);
          return { match, list: list.map((one) => ({ ...one, element: rememberedElement(match, one) })) };
        };
        const first = synchronised(old, []);
        const next = synchronised(now, first.list);
        // Statistics of before the change carry the names of then.
        const samples = ids.flatMap((id, at) => [
          sample(old[at]!, addressOf(id), 1),
          sample(now[at]!, addressOf(id), 2),
        ]);
        const { find } = matchCalled(calledNow(first.list, samples), inventory, manager);
        for (const one of samples) {
          const expected = next.match.find('', one.address ?? '')?.id;
          expect(find('', one.device, one.address)?.id).toBe(expected);
        }
      }),
    );
  });
});

describe('a sample that has a name only', () => {
  it('is left out where the name has become another device’s since it was measured', () => {
    const changed = new ChangedNames();
    const now = calledNow(before, [sample('b', '10.0.0.1'), sample('a', '10.0.0.2')]);
    changed.notice(before, now, 5_000);
    changed.notice(before, now, 9_000);
    const uncertain = (...of: Parameters<typeof sample>): boolean => changed.isUncertain(sample(...of));
    expect(uncertain('a', undefined, 5_000)).toBe(true);
    expect(uncertain('a', undefined, 5_001)).toBe(false);
    expect(uncertain('a', '10.0.0.2', 1)).toBe(false);
    expect(uncertain('c', undefined, 1)).toBe(false);
    changed.notice(now, now, 10_000);
    expect(uncertain('a', undefined, 1)).toBe(false);
  });
});
