import type { ElementKind } from '#schemas/element/kind.ts';
import { filteredDeviceProperties } from './device-properties.ts';
import { elementOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { ElementFilter } from '#schemas/data/element-filter.ts';
import { atEnd, seenBy, testOf, type FilteredElement } from './element-test.ts';
import { responderName, withRespondersSeen } from './probe-ends.ts';

/** What filters leave of a customer: undefined where they leave everything. */
export interface DataContext {
  readonly sites: readonly number[] | undefined;
  /** Of the kind of the KPI. */
  readonly elements: readonly number[] | undefined;
  /** Numbers of applications, and DSCPs. */
  readonly applications: readonly number[] | undefined;
  readonly classes: readonly number[] | undefined;
}

const lowered = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));

function* sitesOf({ sites }: Inventory): Generator<FilteredElement> {
  for (const { id, customer, active, name, city, country, latitude, longitude } of sites.values()) {
    const position = { latitude: String(latitude), longitude: String(longitude) };
    const properties = { name, city, country, ...position };
    yield { id, customer, active, site: id, device: undefined, properties };
  }
}

function* devicesOf({ devices }: Inventory): Generator<FilteredElement> {
  for (const device of devices.values()) {
    const { id, customer, active, site } = device;
    yield { id, customer, active, site, device: id, properties: filteredDeviceProperties(device) };
  }
}

function* interfacesOf({ interfaces }: Inventory): Generator<FilteredElement> {
  for (const { id, customer, active, site, device, name, alias } of interfaces.values())
    yield { id, customer, active, site, device, properties: { name, alias } };
}

function* componentsOf(inventory: Inventory, kind: ElementKind): Generator<FilteredElement> {
  for (const component of inventory.components?.values() ?? []) {
    if (component.kind !== kind) continue;
    const { id, customer, active, site, device, name, key, scope, fields } = component;
    const responder = kind === 'probe' ? { responder: responderName(inventory, component) } : {};
    const properties = { ...lowered(fields), ...responder, name, key, source: scope };
    yield { id, customer, active, site, device, properties };
  }
}

function* targetsOf({ targets }: Inventory, kind: ElementKind): Generator<FilteredElement> {
  for (const { id, customer, active, site, kind: own, name, detail, deleted } of targets?.flows.values() ??
    [])
    if (own === kind)
      yield { id, customer, active, site, device: undefined, properties: { name }, detail, deleted };
}

function* clustersOf({ targets }: Inventory, kind: ElementKind): Generator<FilteredElement> {
  for (const { id, customer, kind: own, name } of targets?.clusters.values() ?? [])
    if (own === kind) yield { id, customer, active: true, site: 0, device: undefined, properties: { name } };
}

/** The elements of a kind of all customers. */
function elementsOf(inventory: Inventory, kind: ElementKind): Iterable<FilteredElement> {
  if (kind === 'site') return sitesOf(inventory);
  if (kind === 'device') return devicesOf(inventory);
  if (kind === 'interface') return interfacesOf(inventory);
  if (kind === 'application' || kind === 'conversation') return targetsOf(inventory, kind);
  return kind === 'area' || kind === 'cluster' ? clustersOf(inventory, kind) : componentsOf(inventory, kind);
}

/** The elements of a customer that pass a filter. */
export function* matching(
  inventory: Inventory,
  customer: number,
  filter: ElementFilter,
): Generator<FilteredElement> {
  const passes = testOf(filter);
  for (const element of elementsOf(inventory, filter.element)) {
    if (element.customer !== customer) continue;
    const seen = atEnd(inventory, element, filter);
    if (passes(seen)) yield seen;
  }
}

/** The sites of both, where undefined is all of them. */
function intersection(
  one: readonly number[] | undefined,
  other: Iterable<number> | undefined,
): readonly number[] | undefined {
  if (other === undefined) return one;
  const set = new Set(other);
  return one === undefined ? [...set] : one.filter((each) => set.has(each));
}

/** Sites that a filter on sites, areas or clusters of applications leaves; undefined: it leaves all. */
function sitesLeft(inventory: Inventory, customer: number, filter: ElementFilter): Set<number> | undefined {
  const found = [...matching(inventory, customer, filter)];
  if (filter.element === 'site') return new Set(found.map(({ id }) => id));
  const clusters = found.flatMap(({ id }) => inventory.targets?.clusters.get(id) ?? []);
  if (clusters.some(({ everySite }) => everySite)) return undefined;
  return new Set(clusters.flatMap(({ sites }) => sites));
}

/** The level at which a filter on another kind selects elements: itself or the innermost that both have. */
function levelOf(kind: ElementKind, filtered: ElementKind): 'element' | 'device' | 'site' {
  if (kind === filtered) return 'element';
  return kind === 'site' || kind === 'application' ? 'site' : 'device';
}

const placeOf = (element: FilteredElement, level: 'element' | 'device' | 'site'): number =>
  level === 'element' ? element.id : level === 'device' ? (element.device ?? 0) : element.site;

/** What filters on elements leave of the elements of a kind; undefined without such a filter. */
function elementsLeft(
  inventory: Inventory,
  { customer, filters, kind }: ContextRequest,
): readonly number[] | undefined {
  if (filters.length === 0) return undefined;
  let left = [
    ...matching(inventory, customer, {
      element: kind as ElementFilter['element'],
      predicates: [],
      onlyActive: false,
    }),
  ];
  for (const filter of filters) {
    const level = levelOf(kind, filter.element);
    const places = new Set([...matching(inventory, customer, filter)].map((each) => placeOf(each, level)));
    left = left.filter((each) => places.has(placeOf(each, level)));
  }
  return left.map(({ id }) => id);
}

interface ContextRequest {
  readonly customer: number;
  readonly filters: readonly ElementFilter[];
  readonly kind: ElementKind;
  /** Sites that may be read; undefined: all. */
  readonly sites: readonly number[] | undefined;
}

const MAX_DSCP = 63;
const ofSites: readonly string[] = ['site', 'area', 'cluster'];

/** Numbers that filters on targets of flows leave: named ones need no element. */
function detailsLeft(
  inventory: Inventory,
  { customer, filters }: ContextRequest,
  element: 'application' | 'class',
): readonly number[] | undefined {
  return filters
    .filter((filter) => filter.element === element)
    .reduce<readonly number[] | undefined>((left, filter) => {
      const passes = testOf(filter);
      const isNamed = filter.ids !== undefined && filter.predicates.length === 0;
      const found = isNamed
        ? filter.ids
        : [...targetsOf(inventory, element)].flatMap((target) =>
            target.customer === customer && passes(target) ? [target.detail ?? 0] : [],
          );
      return intersection(left, found);
    }, undefined);
}

/** Applications of the clusters that a filter on them leaves. */
function clustered(
  inventory: Inventory,
  { customer, filters }: ContextRequest,
): readonly number[] | undefined {
  return filters
    .filter(({ element }) => element === 'cluster')
    .reduce<readonly number[] | undefined>((left, filter) => {
      const found = [...matching(inventory, customer, filter)].flatMap(
        ({ id }) => inventory.targets?.clusters.get(id)?.applications ?? [],
      );
      return intersection(left, found);
    }, undefined);
}

/** The part of a customer that filters leave of a KPI of elements or of flows. */
export function contextOf(everywhere: Inventory, requested: ContextRequest, isOfFlows: boolean): DataContext {
  const { filters, customer, kind } = requested;
  const inventory = withRespondersSeen(everywhere, requested);
  const onSites = filters.filter(
    ({ element }) => element === 'site' || element === 'area' || (isOfFlows && element === 'cluster'),
  );
  let sites = requested.sites;
  for (const filter of onSites) sites = intersection(sites, sitesLeft(inventory, customer, filter));
  if (isOfFlows) {
    const others = filters.filter(
      ({ element }) => !ofSites.includes(element) && element !== 'application' && element !== 'class',
    );
    for (const filter of others)
      sites = intersection(
        sites,
        [...matching(inventory, customer, filter)].map(({ site }) => site),
      );
    const applications = intersection(
      detailsLeft(inventory, requested, 'application'),
      clustered(inventory, requested),
    );
    const classes = detailsLeft(inventory, requested, 'class')?.filter((dscp) => dscp <= MAX_DSCP);
    return { sites, applications, classes, elements: undefined };
  }
  const onElements = filters.filter(({ element }) => !ofSites.includes(element) && element !== 'application');
  const elements = elementsLeft(inventory, { ...requested, filters: onElements, kind });
  return { sites, elements, applications: undefined, classes: undefined };
}

/** Devices of elements of a kind, for values by device. */
export function devicesOfElements(
  inventory: Inventory,
  {
    customer,
    kind,
    elements,
  }: {
    readonly customer: number;
    readonly kind: ElementKind;
    readonly elements: readonly number[] | undefined;
  },
): { readonly elements: readonly number[]; readonly parents: readonly number[] } {
  const chosen = elements === undefined ? undefined : new Set(elements);
  const found = [...elementsOf(inventory, kind)].filter(
    ({ id, customer: own, device }) => own === customer && device !== undefined && chosen?.has(id) !== false,
  );
  return { elements: found.map(({ id }) => id), parents: found.map(({ device = 0 }) => device) };
}

/** Elements of a kind of a customer. */
export const elementsOfKind = (
  inventory: Inventory,
  customer: number,
  kind: ElementKind,
): readonly number[] =>
  [...elementsOf(inventory, kind)].flatMap(({ id, customer: own }) => (own === customer ? [id] : []));

const counted = new WeakMap<Inventory, Map<string, number>>();

/** Number of elements of a kind of a customer; counted once per inventory. */
export function elementCount(inventory: Inventory, customer: number, kind: ElementKind): number {
  const counts = counted.get(inventory) ?? new Map<string, number>();
  counted.set(inventory, counts);
  const name = `${kind} ${String(customer)}`;
  const count = counts.get(name) ?? elementsOfKind(inventory, customer, kind).length;
  counts.set(name, count);
  return count;
}

export const siteOfElement = (inventory: Inventory, id: number): number | undefined =>
  elementOf(inventory, id)?.site;

/** The elements of a kind that filters leave at the sites that may be read; an application once, at whatever sites. */
export function* elementsInContext(
  everywhere: Inventory,
  requested: ContextRequest,
): Generator<FilteredElement> {
  const { customer, kind, filters } = requested;
  const inventory = withRespondersSeen(everywhere, requested);
  const own = filters.filter(({ element }) => element === kind);
  const shown = seenBy(inventory, own);
  const others = filters.filter(({ element }) => element !== kind);
  const { sites, elements } = contextOf(inventory, { ...requested, filters: others }, false);
  const [seen, left] = [sites && new Set(sites), elements && new Set(elements)];
  const once = new Set<number>();
  const isLeft = ({ id, site }: FilteredElement): boolean =>
    seen?.has(site) !== false && left?.has(id) !== false;
  for (const element of elementsOf(inventory, kind)) {
    if (element.customer !== customer || !isLeft(element)) continue;
    const known = element.detail ?? element.id;
    const found = once.has(known) ? undefined : shown(element);
    if (found === undefined) continue;
    if (element.detail !== undefined) once.add(known);
    yield found;
  }
}
