import { describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { ElementSearch } from './element-search.ts';

const element = (id: number, name: string) => ({ id, customer: 1, name, active: true });
const position = { latitude: 0, longitude: 0, networks: [] };
const router = { vendor: 'Cisco', model: 'ISR4321', snmp: undefined, exporters: [], interfaces: [] };
const port = { index: 1, bandwidthInBps: null, bandwidthOutBps: null };

const inventory: Inventory = {
  customers: new Map(
    ['Arvenis', 'Ostline'].map((name, index) => [
      index + 1,
      { id: index + 1, clientId: name.toLowerCase(), name, profile: 'P', recipientId: 1 },
    ]),
  ),
  sites: new Map([
    [10, { ...element(10, 'Zürich Flughafen'), ...position, city: 'Zürich', country: 'CH' }],
    [11, { ...element(11, 'Lyon'), ...position, city: 'Lyon', country: 'FR' }],
    [12, { ...element(12, 'Zug'), customer: 2, ...position, city: 'Zug', country: 'CH' }],
  ]),
  devices: new Map([
    [20, { ...element(20, 'zurich-r1'), ...router, site: 10, address: '10.1.1.1' }],
    [21, { ...element(21, 'backup-zurich-r1'), ...router, site: 11, address: '10.1.1.2' }],
  ]),
  interfaces: new Map([
    [30, { ...element(30, 'Gi0/0/1'), ...port, site: 10, device: 20, alias: 'to Lyon, 100% fibre' }],
  ]),
  exporters: new Map(),
};

const everything = {
  customers: new Map([1, 2].map((id) => [id, { id, clientId: '', name: '' }])),
  sites: new Map(),
};

const namesOf = async (query: string, caller: Parameters<ElementSearch['find']>[1] = everything) => {
  const searched = new ElementSearch({
    inventory: { current: inventory, onChange: () => undefined },
    clock: new ManualClock(0),
  });
  return (await searched.find(query, caller)).map(({ name }) => name);
};

describe('a search for elements', () => {
  it.each([
    [
      'ignores case and accents, and finds what is at a site too',
      'ZURICH flug',
      ['Zürich Flughafen', 'zurich-r1', 'Gi0/0/1'],
    ],
    ['finds a device by its address', '10.1.1.2', ['backup-zurich-r1']],
    ['finds a port by its description', '100% fibre', ['Gi0/0/1']],
    ['finds a port by its device and site', 'zurich-r1 gi0', ['Gi0/0/1']],
    [
      'lists names that start with the word before those that contain it',
      'zurich-r1',
      ['zurich-r1', 'backup-zurich-r1', 'Gi0/0/1'],
    ],
    ['wants every word', 'zurich madrid', []],
    ['finds nothing for spaces', '   ', []],
  ])('%s', async (_, query, expected) => {
    expect(await namesOf(query)).toEqual(expected);
  });

  it('names the customer, site and device of a hit', async () => {
    const searched = new ElementSearch({
      inventory: { current: inventory, onChange: () => undefined },
      clock: new ManualClock(0),
    });
    expect(await searched.find('gi0/0/1', everything)).toEqual([
      {
        kind: 'interface',
        id: 30,
        name: 'Gi0/0/1',
        path: ['Arvenis', 'Zürich Flughafen', 'zurich-r1'],
        customer: 1,
        parent: 10,
        element: 'interface',
      },
    ]);
  });

  it('shows a caller only elements of their customers and sites', async () => {
    const ofOstline = { ...everything, customers: new Map([...everything.customers].slice(1)) };
    expect(await namesOf('zu', ofOstline)).toEqual(['Zug']);
    const ofLyon = { ...everything, sites: new Map([[1, new Set([11])]]) };
    expect(await namesOf('zurich', ofLyon)).toEqual(['backup-zurich-r1']);
  });

  it('finds what was there while the index is built again, and then what is there now', async () => {
    const held = { current: inventory, changed: undefined as ((now: Inventory) => void) | undefined };
    const searched = new ElementSearch({
      inventory: {
        get current() {
          return held.current;
        },
        onChange: (listener) => (held.changed = listener),
      },
      clock: new ManualClock(0),
    });
    const found = async () => (await searched.find('lyon', everything)).map(({ name }) => name);
    expect(await found()).toContain('Lyon');
    const lyon = inventory.sites.get(11);
    held.current = { ...inventory, sites: new Map([[11, { ...lyon, name: 'Lyon Part-Dieu' } as never]]) };
    held.changed?.(held.current);
    expect(await found()).toContain('Lyon');
    await expect.poll(found).toContain('Lyon Part-Dieu');
  });
});
