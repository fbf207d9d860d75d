import { describe, expect, it } from 'vitest';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { contextOf, devicesOfElements } from './context.ts';
import { ElementQuery } from '#schemas/data/element-routes.ts';
import { labelOf, matchingElements } from '#server/features/data/elements/matching-elements.ts';
import type { ElementFilter } from '#schemas/data/element-filter.ts';

const placed = (id: number, site: number) => ({
  id,
  customer: 1,
  active: id !== 22,
  name: `element ${String(id)}`,
  site,
});
const device = (id: number, site: number, vendor: string) => ({
  ...placed(id, site),
  address: '',
  vendor,
  model: '',
  snmp: undefined,
  exporters: [],
  interfaces: [],
});
const port = (id: number, site: number, of: number, alias: string) => ({
  ...placed(id, site),
  device: of,
  alias,
  index: null,
  bandwidthInBps: null,
  bandwidthOutBps: null,
});
const site = (id: number, city: string) => ({
  id,
  customer: 1,
  active: true,
  name: `site ${String(id)}`,
  city,
  country: '',
  latitude: 0,
  longitude: 0,
  networks: [],
});
const byId = <Entry extends { readonly id: number }>(entries: readonly Entry[]) =>
  new Map(entries.map((entry) => [entry.id, entry]));

/** Two sites with a device each, two ports on each device, a tunnel on the first; another customer's port. */
const inventory: Inventory = {
  customers: new Map(),
  sites: byId([site(1, 'Lyon'), site(2, 'Paris')]),
  devices: byId([device(10, 1, 'Cisco'), device(20, 2, 'Juniper')]),
  interfaces: byId([
    port(11, 1, 10, 'uplink'),
    port(12, 1, 10, ''),
    port(21, 2, 20, 'Uplink'),
    port(22, 2, 20, ''),
    { ...port(99, 9, 90, 'uplink'), customer: 2 },
  ]),
  components: byId([
    {
      ...placed(13, 1),
      device: 10,
      kind: 'tunnel',
      scope: 'snmp',
      key: 'Tu0',
      fields: { Peer: 'hub' },
    } as const,
  ]),
  exporters: new Map(),
  targets: {
    flows: byId([
      { ...placed(31, 1), kind: 'application', detail: 443, name: 'web' } as const,
      { ...placed(32, 2), kind: 'class', detail: 46 } as const,
    ]),
    clusters: byId([
      {
        id: 41,
        customer: 1,
        kind: 'area',
        name: 'North',
        sites: [2],
        everySite: false,
        applications: [],
      } as const,
      {
        id: 42,
        customer: 1,
        kind: 'cluster',
        name: 'Voice',
        sites: [],
        everySite: true,
        applications: [5_060],
      } as const,
    ]),
  },
};

const filter = (
  element: ElementFilter['element'],
  {
    property = 'name',
    values = [] as string[],
    ...changes
  }: Partial<ElementFilter> & { property?: string; values?: string[] } = {},
): ElementFilter => ({
  element,
  onlyActive: false,
  ...changes,
  predicates: values.length === 0 ? [] : [{ property, operator: 'equals', values }],
});
const left = (filters: readonly ElementFilter[], seen?: readonly number[]) =>
  contextOf(inventory, { customer: 1, filters, kind: 'interface', sites: seen }, false);
const ofFlows = (filters: readonly ElementFilter[], seen?: readonly number[]) =>
  contextOf(inventory, { customer: 1, filters, kind: 'application', sites: seen }, true);

describe('the context of a data request', () => {
  it.each([
    ['everything without a filter', [], undefined, undefined],
    ['sites by their city', [filter('site', { property: 'City', values: ['lyon', 'nice'] })], [1], undefined],
    ['sites of an area', [filter('area', { values: ['north'] })], [2], undefined],
    [
      'elements by a property, of the customer alone',
      [filter('interface', { property: 'alias', values: ['uplink'] })],
      undefined,
      [11, 21],
    ],
    ['named elements', [filter('interface', { ids: [12, 99] })], undefined, [12]],
    ['active elements', [filter('interface', { onlyActive: true })], undefined, [11, 12, 21]],
    [
      'elements of a device',
      [filter('device', { property: 'vendor', values: ['cisco'] })],
      undefined,
      [11, 12],
    ],
    [
      'elements beside one of another kind',
      [filter('tunnel', { property: 'peer', values: ['hub'] })],
      undefined,
      [11, 12],
    ],
    ['nothing where no filter matches', [filter('device', { values: ['none'] })], undefined, []],
    [
      'what satisfies all filters',
      [filter('device', { ids: [10] }), filter('interface', { property: 'alias', values: ['uplink'] })],
      undefined,
      [11],
    ],
  ] as const)('holds %s', (_, filters, sites, elements) => {
    expect(left(filters)).toMatchObject({ sites, elements });
  });

  it('never holds sites that the caller does not see', () => {
    expect(left([], [2]).sites).toEqual([2]);
    expect(left([filter('site', { values: ['site 1'] })], [2]).sites).toEqual([]);
    expect(ofFlows([filter('device', { ids: [10] })], [2]).sites).toEqual([]);
  });

  it('of flows holds sites, applications and classes', () => {
    expect(ofFlows([filter('device', { ids: [20] })]).sites).toEqual([2]);
    expect(ofFlows([filter('application', { values: ['web'] })]).applications).toEqual([443]);
    expect(ofFlows([filter('application', { ids: [80] })]).applications).toEqual([80]);
    expect(ofFlows([filter('class', { ids: [46, 0] })]).classes).toEqual([46, 0]);
    expect(ofFlows([filter('cluster', { values: ['voice'] })])).toMatchObject({
      sites: undefined,
      applications: [5_060],
    });
  });

  it('knows the devices of elements', () => {
    const of = { customer: 1, kind: 'interface', elements: [12, 21] } as const;
    expect(devicesOfElements(inventory, of)).toEqual({ elements: [12, 21], parents: [10, 20] });
  });
});

describe('a list of elements', () => {
  const listed = (requested: Partial<ElementQuery>, sites?: readonly number[]) => {
    const query = ElementQuery.parse({ element: 'interface', ...requested });
    const { count, elements } = matchingElements(inventory, { customer: 1, sites }, query);
    return [count, elements.map(({ id }) => id)];
  };

  it('has the elements of the customer at sites that the caller sees, by label', () => {
    expect(listed({})).toEqual([4, [11, 12, 21, 22]]);
    expect(listed({ order: 'descending' }, [2])).toEqual([2, [22, 21]]);
    expect(listed({ element: 'application' })).toEqual([1, [443]]);
    expect(listed({ element: 'area' }, [1])).toEqual([0, []]);
    const areas = { element: 'area' } as const;
    const ofHidden = { customer: 1, sites: undefined, hidden: new Set([41]) };
    expect(listed(areas)).toEqual([1, [41]]);
    expect(matchingElements(inventory, ofHidden, ElementQuery.parse(areas)).count).toBe(0);
  });

  it('has pages in the order of their labels, however many match', () => {
    const [first] = inventory.interfaces.values();
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      ...first!,
      id: 1_000 + index,
      name: `port ${String((index * 7_919) % 100)}`,
    }));
    const large = { ...inventory, interfaces: new Map(many.map((port) => [port.id, port])) };
    const page = (part: Partial<ElementQuery>): readonly number[] => {
      const query = ElementQuery.parse({ element: 'interface', count: 50, ...part });
      return matchingElements(large, { customer: 1, sites: undefined }, query).elements.map(({ id }) => id);
    };
    const names = new Map(many.map(({ id, name }) => [id, name]));
    const sorted = many
      .map(({ id }) => id)
      .toSorted(
        (one, other) =>
          (names.get(one)! < names.get(other)! ? -1 : 1) * Number(names.get(one) !== names.get(other)),
      );
    for (const from of [0, 1_900, 4_000]) expect(page({ from })).toEqual(sorted.slice(from, from + 50));
    expect(
      page({ ids: [1_007, 1_003] })
        .slice(0, 2)
        .toSorted((one, other) => one - other),
    ).toEqual([1_003, 1_007]);
    const counted = ElementQuery.parse({ element: 'interface', count: 0 });
    expect(matchingElements(large, { customer: 1, sites: undefined }, counted)).toEqual({
      count: 5_000,
      elements: [],
    });
  });

  it('has those that match every filter, on their own kind and on others', () => {
    expect(
      listed({
        filters: [
          filter('site', { values: ['site 1'] }),
          filter('interface', { property: 'alias', values: ['UPLINK'] }),
        ],
      }),
    ).toEqual([1, [11]]);
    expect(listed({ filters: [filter('interface', { onlyActive: true })] })).toEqual([3, [11, 12, 21]]);
  });

  it('has a page of what is searched, and what is selected whatever is searched', () => {
    expect(listed({ search: 'ELEMENT 2', count: 1 })).toEqual([3, [12]]);
    expect(listed({ search: '2', count: 1, ids: [11] })).toEqual([3, [11, 12]]);
  });

  it('has no property that every object has', () => {
    const predicates = [{ property: 'constructor', operator: 'exists' as const, values: [] }];
    expect(listed({ properties: ['constructor'], orderBy: 0 })[0]).toBe(4);
    expect(listed({ filters: [{ element: 'interface', predicates, onlyActive: false }] })[0]).toBe(0);
  });

  it('is sorted by a property', () => {
    expect(listed({ properties: ['alias'], orderBy: 0, order: 'descending' }, [1])).toEqual([2, [11, 12]]);
  });

  it.each([
    ['{name}, {city}', 'Lyon-1, Lyon'],
    ['{NAME} ({nothing})', 'Lyon-1 ()'],
    ['{nothing}, {city}', 'Lyon'],
    ['{nothing}', ''],
    ['{constructor} {__proto__} {city}', 'Lyon'],
  ])('shows %s as %s', (expression, label) => {
    expect(labelOf(expression, { properties: { name: 'Lyon-1', city: 'Lyon' } })).toBe(label);
  });

  it('takes no longer for a hostile expression: a long run of separators is read once, a long label is cut', () => {
    const properties = { name: `Lyon${' '.repeat(500_000)}1` };
    expect(labelOf('{name}'.repeat(33), { properties })).toHaveLength(300);
  });
});
