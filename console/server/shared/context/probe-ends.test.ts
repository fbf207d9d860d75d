import { describe, expect, it } from 'vitest';
import type { ComponentEntry, DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { contextOf } from './context.ts';
import { ElementFilter } from '#schemas/data/element-filter.ts';
import { ElementQuery } from '#schemas/data/element-routes.ts';
import { matchingElements } from '#server/features/data/elements/matching-elements.ts';

const device = (id: number, name: string, address: string, customer = 1): [number, DeviceEntry] => [
  id,
  {
    id,
    customer,
    name,
    address,
    active: true,
    site: id + 100,
    vendor: 'Cisco',
    model: 'ISR',
    snmp: undefined,
    exporters: [`${address}9`],
    interfaces: [],
  },
];
const probe = (id: number, of: number, target: string): [number, ComponentEntry] => [
  id,
  {
    id,
    customer: 1,
    name: `probe ${String(id)}`,
    active: true,
    site: of + 100,
    device: of,
    kind: 'probe',
    scope: 'ipsla',
    key: String(id),
    fields: target === '' ? {} : { Target: target },
  },
];

/** Lyon measures to Paris by two addresses, to an unknown address, and without saying to where. */
const inventory: Inventory = {
  customers: new Map(),
  sites: new Map(),
  devices: new Map([
    device(1, 'lyon', '10.0.0.1'),
    device(2, 'paris', '10.0.0.2'),
    device(3, 'foreign', '10.0.0.3', 2),
  ]),
  interfaces: new Map(),
  components: new Map([
    probe(11, 1, '10.0.0.2'),
    probe(12, 1, '10.0.0.29'),
    probe(13, 1, '10.0.0.3'),
    probe(14, 1, ''),
    probe(21, 2, '10.0.0.1'),
  ]),
  exporters: new Map(),
};
const at = (relation: 'probe' | 'responder', name: string): ElementFilter =>
  ElementFilter.parse({
    element: 'probe',
    relation,
    predicates: [{ property: 'name', operator: 'equals', values: [name] }],
  });
const listed = (query: object, sites?: readonly number[]) =>
  matchingElements(inventory, { customer: 1, sites }, ElementQuery.parse({ element: 'probe', ...query }))
    .elements;
const idsOf = (elements: readonly { readonly id: number }[]) =>
  elements.map(({ id }) => id).toSorted((one, other) => one - other);

describe('a filter on an end of probes', () => {
  it('selects those whose responder is a device, by its address or one that it exports from', () => {
    expect(idsOf(listed({ filters: [at('responder', 'paris')] }))).toEqual([11, 12]);
    expect(idsOf(listed({ filters: [at('probe', 'paris')] }))).toEqual([21]);
    expect(idsOf(listed({ filters: [at('probe', 'lyon'), at('responder', 'paris')] }))).toEqual([11, 12]);
  });

  it('selects those whose responder is an interface of a device, or an address in a network of a site', () => {
    const [id, lyon] = device(1, 'lyon', '10.0.0.1');
    const port = {
      id: 31,
      customer: 1,
      name: 'wan1',
      active: true,
      site: 101,
      device: 1,
      alias: '',
      index: null,
      bandwidthInBps: null,
      bandwidthOutBps: null,
      fields: { address: '198.51.100.1/30' },
    };
    const site = (of: number, customer: number, name: string, networks: readonly string[]) =>
      [
        of,
        {
          id: of,
          customer,
          name,
          active: true,
          city: name,
          country: '',
          latitude: 0,
          longitude: 0,
          networks,
        },
      ] as const;
    const known: Inventory = {
      ...inventory,
      devices: new Map([[id, { ...lyon, interfaces: [31] }], device(2, 'paris', '10.0.0.2')]),
      interfaces: new Map([[31, port]]),
      sites: new Map([
        site(101, 1, 'Lyon', ['10.9.0.0/16']),
        site(102, 1, 'Paris', ['10.9.1.0/24', '2001:db8::/32']),
        site(103, 2, 'Foreign', ['10.9.1.0/25']),
      ]),
      components: new Map([
        probe(11, 2, '198.51.100.1'),
        probe(12, 2, '10.9.1.7'),
        probe(13, 2, '10.9.2.7'),
        probe(14, 2, '2001:db8::1'),
      ]),
    };
    const found = (property: string, value: string, sites?: readonly number[]) => {
      const predicates = [{ property, operator: 'equals', values: [value] }];
      const filters = [{ element: 'probe', relation: 'responder', predicates }];
      const query = ElementQuery.parse({ element: 'probe', filters });
      return idsOf(matchingElements(known, { customer: 1, sites }, query).elements);
    };
    expect(found('name', 'lyon')).toEqual([11]);
    expect(found('site', 'Lyon')).toEqual([11, 13]);
    expect(found('site', 'Paris')).toEqual([12, 14]);
    // A site that the caller does not see has no name.
    expect(found('site', 'Lyon', [102])).toEqual([]);
    expect(found('site', 'Paris', [102])).toEqual([12, 14]);
  });

  it('knows no device of another customer: a responder that is not known has its address only', () => {
    expect(listed({ filters: [at('responder', 'foreign')] })).toEqual([]);
    const unknown = { property: 'name', operator: 'notexists' };
    const filters = [{ element: 'probe', relation: 'responder', predicates: [unknown] }];
    expect(listed({ filters, properties: ['responder', 'address'] }).map(({ values }) => values)).toEqual([
      ['10.0.0.3', '10.0.0.3'],
      ['', ''],
    ]);
  });

  it('labels them by that end, and leaves the elements at its place', () => {
    const filters = [at('responder', 'paris')];
    expect(listed({ filters, label: '{name} ({vendor})' })[0]?.label).toBe('paris (Cisco)');
    const requested = { customer: 1, filters, sites: undefined };
    expect(contextOf(inventory, { ...requested, kind: 'device' }, false).elements).toEqual([2]);
    expect(contextOf(inventory, { ...requested, kind: 'probe' }, false).elements).toEqual([11, 12]);
    expect(contextOf(inventory, { ...requested, kind: 'application' }, true).sites).toEqual([102]);
  });

  it('does not name a responder at a site that the caller does not see', () => {
    expect(listed({ filters: [at('responder', 'paris')] }, [101])).toEqual([]);
    const [first] = listed({ properties: ['responder'] }, [101]);
    expect(first?.values).toEqual(['10.0.0.2']);
  });
});
