import { listedAttribute, type AskableKpi } from '../data/compatibility.ts';
import type { DataBreakdown } from '../data/data-request.ts';
import type { ElementFilter, FilteredKind } from '../data/element-filter.ts';
import type { KeyAttribute } from '../data/key-attribute.ts';
import type { ElementKind } from '../element/kind.ts';
import type { Dashlet } from './dashlets.ts';
import type { DashboardDocument } from './document.ts';
import type { DocumentFile, FileElement, UnknownElement } from './document-file.ts';
import type { DocumentFilter } from './document-filter.ts';
import type { DocumentContent } from './entry.ts';
import type { DocumentKind } from './routes.ts';

type KpiOf = (key: string) => AskableKpi | undefined;
/** Returns other ids for those at a path. */
type MapIds = (ids: readonly number[], kind: ElementKind, path: string) => number[];

function filterWith({ ids, ...filter }: ElementFilter, path: string, map: MapIds): ElementFilter {
  const mapped = ids === undefined ? [] : map(ids, filter.element, `${path}.ids`);
  return mapped.length === 0 ? filter : { ...filter, ids: mapped };
}

/** Without an element that is known, a filter selects what it would by default. */
export function documentFilterWith(filter: DocumentFilter, path: string, map: MapIds): DocumentFilter {
  if (filter.default.strategy !== 'selection') return filter;
  const ids = map(filter.default.ids, filter.element, `${path}.default.ids`);
  if (ids.length > 0) return { ...filter, default: { strategy: 'selection', ids } };
  return { ...filter, default: { strategy: filter.mandatory ? 'first' : 'all' } };
}

interface FileRequest {
  readonly keys: readonly KeyAttribute[];
  readonly series: readonly { readonly kpi: string }[];
  readonly breakdown: DataBreakdown;
  readonly filters: readonly ElementFilter[];
}

/** The kind of the elements that a list names; undefined where they are none, such as DSCPs. */
function listedKind(kpi: AskableKpi, keys: readonly KeyAttribute[]): ElementKind | undefined {
  const attribute = listedAttribute(kpi, keys);
  if (attribute === 'conversation') return 'site';
  return kpi.element === 'application' && attribute === 'class' ? undefined : attribute;
}

/** What a list names is known with its KPI only. */
function breakdownWith(
  { keys, series, breakdown }: FileRequest,
  path: string,
  { kpiOf, map }: Mapping,
): DataBreakdown {
  if (breakdown.kind !== 'list') return breakdown;
  const kpi = kpiOf(series[0]?.kpi ?? '');
  if (kpi === undefined) return { kind: 'all' };
  const kind = listedKind(kpi, keys);
  if (kind === undefined) return breakdown;
  const ids = map(breakdown.ids, kind, `${path}.ids`);
  return ids.length === 0 ? { kind: 'all' } : { ...breakdown, ids };
}

export interface Mapping {
  readonly kpiOf: KpiOf;
  readonly map: MapIds;
}

export function dashletWith(dashlet: Dashlet, at: string, mapping: Mapping): Dashlet {
  const settings = dashlet.settings as Partial<FileRequest>;
  if (settings.filters === undefined) return dashlet;
  const path = `${at}.settings`;
  const filters = settings.filters.map((filter, index) =>
    filterWith(filter, `${path}.filters.${String(index)}`, mapping.map),
  );
  const breakdown =
    settings.breakdown === undefined
      ? {}
      : { breakdown: breakdownWith(settings as FileRequest, `${path}.breakdown`, mapping) };
  return { ...dashlet, settings: { ...settings, ...breakdown, filters } } as unknown as Dashlet;
}

/** Returns a document with other ids of elements. */
export type WithIds<Document> = (document: Document, mapping: Mapping) => Document;

export const documentWith: WithIds<DashboardDocument> = (document, mapping) => ({
  ...document,
  filters: document.filters.map((filter, index) =>
    documentFilterWith(filter, `filters.${String(index)}`, mapping.map),
  ),
  dashlets: document.dashlets.map((dashlet, index) =>
    dashletWith(dashlet, `dashlets.${String(index)}`, mapping),
  ),
});

/** Kinds whose ids are those of the inventory; those of flows have no names elsewhere. */
const inventoryKinds: ReadonlySet<ElementKind> = new Set<FilteredKind>([
  'site',
  'device',
  'interface',
  'class',
  'probe',
  'tunnel',
  'sensor',
  'peer',
  'collector',
]);

/** Ids of the inventory that a document names. */
export function inventoryIdsIn<Document>(
  document: Document,
  kpiOf: KpiOf,
  withIds: WithIds<Document>,
): readonly number[] {
  const found = new Set<number>();
  withIds(document, {
    kpiOf,
    map(ids, kind) {
      if (inventoryKinds.has(kind)) for (const id of ids) found.add(id);
      return [...ids];
    },
  });
  return [...found];
}

export const inventoryIds = (document: DashboardDocument, kpiOf: KpiOf): readonly number[] =>
  inventoryIdsIn(document, kpiOf, documentWith);

export interface ElementNames {
  readonly kpiOf: KpiOf;
  /** Names of elements of the inventory; others are not named. */
  readonly names: ReadonlyMap<number, Omit<FileElement, 'kind'>>;
}

export function withoutManager(dashlet: Dashlet): Dashlet {
  if (dashlet.type !== 'sdwan') return dashlet;
  const { manager: _manager, ...settings } = dashlet.settings;
  return { ...dashlet, settings };
}

/** A document whose ids are positions in a list of elements. */
export function positionedIn<Document>(
  document: Document,
  { kpiOf, names }: ElementNames,
  withIds: WithIds<Document>,
): { readonly document: Document; readonly elements: FileElement[] } {
  const elements: FileElement[] = [];
  const positions = new Map<string, number>();
  const positionOf = (id: number, of: ElementKind): number => {
    const key = `${of} ${String(id)}`;
    const known = positions.get(key);
    if (known !== undefined) return known;
    const named = inventoryKinds.has(of) ? names.get(id) : undefined;
    positions.set(key, elements.length);
    elements.push({ path: [], ...named, kind: of });
    return elements.length - 1;
  };
  const map: MapIds = (ids, of) => ids.map((id) => positionOf(id, of));
  return { document: withIds(document, { kpiOf, map }), elements };
}

/** A document as a file. SD-WAN managers are those of the customer elsewhere. */
export function documentFileOf(
  kind: DocumentKind,
  { document, ...head }: DocumentContent,
  names: ElementNames,
): DocumentFile {
  const { document: mapped, elements } = positionedIn(document, names, documentWith);
  const dashlets = mapped.dashlets.map(withoutManager);
  return {
    format: 'telltale-document',
    version: 1,
    kind,
    ...head,
    elements,
    document: { ...mapped, dashlets },
  };
}

/** Identifies an element of a file; client ids are the same regardless of case. */
export const fileElementKey = ({ customer = '', kind, path }: FileElement): string =>
  JSON.stringify([customer.toLowerCase(), kind, ...path]);

/** A document of a file with ids of this installation, and the elements that are not known by `fileElementKey`. */
export function identifiedIn<Document>(
  { document, elements }: { readonly document: Document; readonly elements: readonly FileElement[] },
  { kpiOf, known }: { readonly kpiOf: KpiOf; readonly known: ReadonlyMap<string, number> },
  withIds: WithIds<Document>,
): { readonly document: Document; readonly leftOut: readonly UnknownElement[] } {
  const leftOut: UnknownElement[] = [];
  const map: MapIds = (positions, kind, path) =>
    positions.flatMap((position) => {
      const element = elements[position];
      const id = element && element.kind === kind ? known.get(fileElementKey(element)) : undefined;
      if (id !== undefined) return [id];
      const named = [
        ...(element?.path ?? []),
        ...(element?.customer === undefined ? [] : [element.customer]),
      ];
      leftOut.push({ path, element: named.length === 0 ? kind : named.join(' · ') });
      return [];
    });
  return { document: withIds(document, { kpiOf, map }), leftOut };
}

/** What a file makes of a document, and the elements that are not known by `fileElementKey`. */
export function contentOfFile(
  { document, elements, name, description, folder }: DocumentFile,
  kpiOf: KpiOf,
  known: ReadonlyMap<string, number>,
): { readonly content: DocumentContent; readonly leftOut: readonly UnknownElement[] } {
  const found = identifiedIn({ document, elements }, { kpiOf, known }, documentWith);
  const dashlets = found.document.dashlets.map(withoutManager);
  const content = { name, description, folder, document: { ...found.document, dashlets } };
  return { content, leftOut: found.leftOut };
}

/** KPIs of a document that are not known. */
export function unknownKpis(
  { dashlets }: { readonly dashlets: readonly Pick<Dashlet, 'settings'>[] },
  kpiOf: KpiOf,
): string[] {
  const keys = dashlets.flatMap(({ settings }) =>
    'series' in settings ? settings.series.map(({ kpi }) => kpi) : [],
  );
  return [...new Set(keys)].filter((key) => kpiOf(key) === undefined);
}
