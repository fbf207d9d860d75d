import { describe, expect, it } from 'vitest';
import { askableOf } from '../data/compatibility.ts';
import { libraryDirectory } from '../kpi/directory.ts';
import { DashboardDocument, DOCUMENT_VERSION, type WrittenDocument } from './document.ts';
import { DocumentFile } from './document-file.ts';
import { documentFileOf, fileElementKey, inventoryIds, contentOfFile, unknownKpis } from './file-document.ts';

const kpiOf = (key: string) => {
  const facts = libraryDirectory.get(key);
  return facts && askableOf(facts);
};
const place = { x: 0, y: 0, width: 6, height: 6 };
const table = (id: string, settings: object) => ({ id, type: 'table', place, settings });
const document = DashboardDocument.parse({
  version: DOCUMENT_VERSION,
  filters: [
    { id: 'site', element: 'site', default: { strategy: 'selection', ids: [7, 8] } },
    { id: 'must', element: 'device', mandatory: true, default: { strategy: 'selection', ids: [70] } },
  ],
  dashlets: [
    table('lines', {
      keys: ['interface'],
      breakdown: { kind: 'list', ids: [701] },
      series: [{ kpi: 'itf_in_util' }],
      filters: [{ element: 'site', ids: [7] }],
    }),
    table('dscp', {
      keys: ['class'],
      breakdown: { kind: 'list', ids: [46] },
      series: [{ kpi: 'app_bytes' }],
      filters: [{ element: 'application', ids: [443] }],
    }),
    table('deleted', {
      keys: ['device'],
      breakdown: { kind: 'list', ids: [70] },
      series: [{ kpi: 'deleted' }],
    }),
    { id: 'manager', type: 'sdwan', place, settings: { endpoint: '/device', manager: 4 } },
  ] as unknown as WrittenDocument['dashlets'],
});
const retained = { name: 'Lines', description: 'Of Lyon', folder: 'NOC', document };
const names = new Map([
  [7, { path: ['Lyon'] }],
  [8, { path: ['Lille'] }],
  [70, { path: ['edge', 'Lyon'] }],
  [701, { path: ['Gi0/1', 'edge', 'Lyon'] }],
]);
const file = DocumentFile.parse(
  JSON.parse(JSON.stringify(documentFileOf('dashboard', retained, { kpiOf, names }))),
);
const known = new Map(
  [...names].map(([id, { path }]) => {
    const kind = (['site', 'device', 'interface'] as const)[path.length - 1] ?? 'site';
    return [fileElementKey({ kind, path }), id];
  }),
);

describe('a document as a file', () => {
  it('names the elements that it had by id, and has no ids', () => {
    expect(new Set(inventoryIds(document, kpiOf))).toEqual(new Set([7, 8, 70, 701]));
    expect(file.elements).toEqual([
      { kind: 'site', path: ['Lyon'] },
      { kind: 'site', path: ['Lille'] },
      { kind: 'device', path: ['edge', 'Lyon'] },
      { kind: 'interface', path: ['Gi0/1', 'edge', 'Lyon'] },
      { kind: 'application', path: [] },
    ]);
    expect(file.document.filters[0]?.default).toEqual({ strategy: 'selection', ids: [0, 1] });
    expect(JSON.stringify(file)).not.toMatch(/70|443|manager":4/);
  });

  it('is the same document again where its elements are known', () => {
    const { content, leftOut } = contentOfFile(file, kpiOf, known);
    expect(content.document.filters).toEqual(document.filters);
    expect(content.document.dashlets[0]).toEqual(document.dashlets[0]);
    expect(content.document.dashlets[1]).toMatchObject({
      settings: { breakdown: { kind: 'list', ids: [46] }, filters: [{ element: 'application' }] },
    });
    expect(content.document.dashlets[2]).toMatchObject({ settings: { breakdown: { kind: 'all' } } });
    expect(leftOut).toEqual([{ path: 'dashlets.1.settings.filters.0.ids', element: 'application' }]);
    expect(unknownKpis(content.document, kpiOf)).toEqual(['deleted']);
  });

  it('selects by default what it can where no element is known, and lists what is left out', () => {
    const { content, leftOut } = contentOfFile(file, kpiOf, new Map());
    expect(content.document.filters.map(({ default: { strategy } }) => strategy)).toEqual(['all', 'first']);
    expect(content.document.dashlets[0]).toMatchObject({
      settings: { breakdown: { kind: 'all' }, filters: [{ element: 'site' }] },
    });
    expect(DashboardDocument.safeParse(content.document).success).toBe(true);
    expect(leftOut.map(({ element }) => element)).toEqual([
      'Lyon',
      'Lille',
      'edge · Lyon',
      'Lyon',
      'Gi0/1 · edge · Lyon',
      'application',
    ]);
  });
});
