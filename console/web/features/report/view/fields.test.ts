import { expect, it } from 'vitest';
import { sheet } from '#schemas/report/starter/sheet.ts';
import { ReportPage } from '#schemas/report/document.ts';
import { fieldsOfPage } from './fields.ts';

const title = { en: 'Sites', fr: 'Sites' };

it('a page says which fields its texts contain, so that the foot of its print does not repeat them', () => {
  const fields = fieldsOfPage(ReportPage.parse(sheet({ id: 'all', title, tiles: [] })));
  expect([...fields].toSorted()).toEqual(['customer', 'element', 'page', 'pages', 'period', 'report']);
  expect(fieldsOfPage({ items: [] }).size).toBe(0);
});

it('a page of an element has the name of the element as its heading', () => {
  const page = ReportPage.parse(sheet({ id: 'site', title, tiles: [], multiplier: 'site' }));
  const head = page.items.find(({ id }) => id === 'site-head');
  expect(head?.kind === 'text' && head.text.content[0]).toMatchObject({
    content: [{ type: 'field', attrs: { name: 'element' } }],
  });
});
