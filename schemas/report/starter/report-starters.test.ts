import { describe, expect, it } from 'vitest';
import { askableOf } from '../../data/compatibility.ts';
import { kpiFaults } from '../../dashboard/document-requests.ts';
import { libraryDirectory } from '../../kpi/directory.ts';
import { dashletsIn } from '../any-document.ts';
import { ReportDocument } from '../document.ts';
import { readReportDocument } from '../migrations.ts';
import { confirmationsOf } from '../rules.ts';
import { reportIn } from '../translated.ts';
import { reportStarters } from './report-starters.ts';

const kpiOf = (key: string) => {
  const facts = libraryDirectory.get(key);
  return facts && askableOf(facts);
};

/** Ids of dashlets that cover others of their page. */
const overlapping = ({ pages }: ReportDocument): readonly string[] =>
  pages.flatMap(({ items }) => {
    const dashlets = items.filter(({ kind }) => kind === 'dashlet');
    return dashlets.flatMap(({ id, frame: { x, y, width, height } }) =>
      dashlets.some(
        ({ id: other, frame }) =>
          other !== id &&
          frame.x < x + width &&
          x < frame.x + frame.width &&
          frame.y < y + height &&
          y < frame.y + frame.height,
      )
        ? [id]
        : [],
    );
  });

describe('the report templates that an installation starts with', () => {
  it('have a key and a name of their own', () => {
    for (const facts of [reportStarters.map(({ key }) => key), reportStarters.map(({ name }) => name)])
      expect(new Set(facts).size).toBe(reportStarters.length);
  });

  it.each(reportStarters)(
    'have $name and what it is for in English and French',
    ({ name, description, document }) => {
      const french = document.translations?.fr ?? {};
      for (const text of [name, description]) expect(french[text]).toMatch(/^\p{Lu}/u);
      const shown = reportIn(ReportDocument.parse(document), 'fr');
      const titles = shown.pages.slice(1).map(({ title }) => title);
      const written = ReportDocument.parse(document)
        .pages.slice(1)
        .map(({ title }) => title);
      expect(titles).toEqual(written.map((title) => french[title]));
    },
  );

  it.each(reportStarters)('include $name, whose dashlets use what the library has', ({ document }) => {
    expect(readReportDocument(document)).toMatchObject({ ok: true });
    const parsed = ReportDocument.parse(document);
    for (const { dashlet } of dashletsIn(parsed)) {
      const series = 'series' in dashlet.settings ? dashlet.settings.series : [];
      expect(series.filter(({ kpi }) => kpiOf(kpi) === undefined)).toEqual([]);
      expect(kpiFaults(dashlet, kpiOf)).toEqual([]);
    }
  });

  it.each(reportStarters)('include $name, which is saved without a confirmation', ({ document }) => {
    const parsed = ReportDocument.parse(document);
    expect(confirmationsOf(parsed)).toEqual([]);
    expect(overlapping(parsed)).toEqual([]);
  });
});
