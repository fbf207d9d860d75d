import { describe, expect, it } from 'vitest';
import { askableOf } from '../../data/compatibility.ts';
import { libraryDirectory } from '../../kpi/directory.ts';
import { dashletTypes } from '../dashlets.ts';
import { DashboardDocument } from '../document.ts';
import { kpiFaults } from '../document-requests.ts';
import { readDashboardDocument } from '../migrations.ts';
import { documentIn } from '../translated.ts';
import { starters } from './starters.ts';

const kpiOf = (key: string) => {
  const facts = libraryDirectory.get(key);
  return facts && askableOf(facts);
};

describe('the documents that an installation starts with', () => {
  it('are at least twelve, each with a key and a name of its own', () => {
    expect(starters.length).toBeGreaterThanOrEqual(12);
    for (const facts of [starters.map(({ key }) => key), starters.map(({ kind, name }) => `${kind} ${name}`)])
      expect(new Set(facts).size).toBe(starters.length);
  });

  it('show first what ranks first: bars of the lowest availability begin with the lowest', () => {
    const bars = starters.flatMap(({ document }) =>
      DashboardDocument.parse(document).dashlets.flatMap((dashlet) =>
        dashlet.type === 'bar' && dashlet.title === 'Sites with the lowest availability'
          ? [dashletTypes.bar.requestPart?.(dashlet.settings)]
          : [],
      ),
    );
    expect(bars.length).toBeGreaterThan(1);
    for (const bar of bars) expect(bar).toMatchObject({ lines: { orderBy: 0, order: 'ascending' } });
  });

  it.each(starters)('have $kind $name in English and French', ({ name, document }) => {
    expect(document.translations?.fr?.[name]).toMatch(/^\p{Lu}/u);
  });

  it.each(starters)('say what $kind $name is for, in English and French', ({ description, document }) => {
    expect(description).not.toBe('');
    expect(document.translations?.fr?.[description]).toMatch(/^\p{Lu}/u);
  });

  it.each(starters)('include $kind $name, whose dashlets ask for what the library has', ({ document }) => {
    expect(readDashboardDocument(document)).toMatchObject({ ok: true });
    const { dashlets, translations } = DashboardDocument.parse(document);
    for (const dashlet of dashlets) {
      const series = 'series' in dashlet.settings ? dashlet.settings.series : [];
      expect(series.filter(({ kpi }) => kpiOf(kpi) === undefined)).toEqual([]);
      expect(kpiFaults(dashlet, kpiOf)).toEqual([]);
      const { x, y, width, height } = dashlet.place;
      const overlapping = dashlets.filter(
        ({ id, place }) =>
          id !== dashlet.id &&
          place.x < x + width &&
          x < place.x + place.width &&
          place.y < y + height &&
          y < place.y + place.height,
      );
      expect(overlapping).toEqual([]);
    }
    expect(Object.keys(translations?.fr ?? {}).length).toBeGreaterThan(0);
  });
});

describe('a document in French', () => {
  it('has French titles and labels where it has translations, and is otherwise the same', () => {
    const document = DashboardDocument.parse(starters.find(({ key }) => key === 'wan')?.document);
    const shown = documentIn(document, 'fr');
    expect(shown.dashlets.map(({ title }) => title)).toContain('Liaisons en erreur');
    expect({ ...shown, dashlets: document.dashlets }).toEqual(document);
    expect(documentIn(document, 'en')).toBe(document);
    const own = { ...document, translations: { fr: {} } };
    expect(documentIn(own, 'fr')).toEqual(own);
  });
});
