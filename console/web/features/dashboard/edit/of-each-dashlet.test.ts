import { expect, it } from 'vitest';
import { DashboardDocument, DOCUMENT_VERSION } from '#schemas/dashboard/document.ts';
import { changed, newHistory } from './document-history.ts';
import { ofEachDashlet } from './of-each-dashlet.ts';

it('a change of one dashlet leaves what is known of the other ones', () => {
  const settings = { series: [{ kpi: 'itf_in_util' }] };
  const place = { x: 0, y: 0, width: 6, height: 6 };
  const dashlets = ['d1', 'd2'].map((id) => ({ id, type: 'gauge', title: id, place, settings }));
  const document = DashboardDocument.parse({ version: DOCUMENT_VERSION, dashlets });
  const seen: string[] = [];
  const titleOf = ofEachDashlet(({ id, title }) => {
    seen.push(id);
    return title;
  });
  const start = newHistory({ name: 'A', description: '', folder: '', document });
  const next = changed(start, (retained) => {
    const { dashlets: all } = retained.document;
    retained.document.dashlets = all.map((each) => (each.id === 'd2' ? { ...each, title: 'Core' } : each));
  });
  for (const { value } of [start, next, next]) value.document.dashlets.map(titleOf);
  expect(next.value.document.dashlets.map(titleOf)).toEqual(['d1', 'Core']);
  expect(seen).toEqual(['d1', 'd2', 'd2']);
});
