import { describe, expect, it } from 'vitest';
import { documentDifference } from './difference.ts';
import { DashboardDocument } from './document.ts';
import type { DocumentContent } from './entry.ts';
import { starters } from './starter/starters.ts';
import { contentFrom, contentIn, differenceIn } from './translated.ts';

const contentOf = (key: string): DocumentContent => {
  const found = starters.find((each) => each.key === key);
  if (found === undefined) throw new Error(key);
  const { name, description, folder, document } = found;
  return { name, description, folder, document: DashboardDocument.parse(document) };
};

describe('a document with translations', () => {
  it.each(starters)('$name is edited in French and stays as it is written', ({ key }) => {
    const content = contentOf(key);
    expect(contentFrom(contentIn(content, 'fr'), 'fr')).toEqual(content);
    expect(contentIn(content, 'en')).toEqual(content);
  });

  it('has its name and description in French, and none of what is not translated', () => {
    expect(contentIn(contentOf('capacity'), 'fr')).toMatchObject({
      name: 'Gestion de capacité',
      folder: 'Service',
    });
    const named = { ...contentOf('capacity'), name: 'constructor' };
    expect(contentIn(named, 'fr').name).toBe('constructor');
    expect(contentFrom(named, 'fr').name).toBe('constructor');
  });

  it('keeps what a user changes in French as that user writes it', () => {
    const content = contentOf('wan');
    const shown = contentIn(content, 'fr');
    const [first, ...others] = shown.document.dashlets;
    const dashlets = [{ ...first!, title: 'Liaisons de secours' }, ...others];
    const written = contentFrom({ ...shown, document: { ...shown.document, dashlets } }, 'fr');
    expect(written.document.dashlets.map(({ title }) => title)).toEqual([
      'Liaisons de secours',
      ...content.document.dashlets.slice(1).map(({ title }) => title),
    ]);
    expect(contentIn(written, 'fr').document.dashlets[0]?.title).toBe('Liaisons de secours');
  });

  it('has its differences in French', () => {
    const content = contentOf('capacity');
    const { dashlets } = content.document;
    const later = {
      ...content,
      name: 'Growth',
      document: { ...content.document, dashlets: dashlets.filter(({ title }) => title !== '').slice(1) },
    };
    const difference = documentDifference(content, later);
    const shown = differenceIn(difference, content.document, 'fr');
    expect(shown.texts).toEqual([{ text: 'name', before: 'Gestion de capacité', after: 'Growth' }]);
    const titles = contentIn(content, 'fr').document.dashlets.map(({ title }) => title);
    for (const { title } of shown.dashlets) expect(titles).toContain(title);
    expect(differenceIn(difference, content.document, 'en')).toEqual(difference);
  });
});
