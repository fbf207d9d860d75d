import { readXlsx } from 'hucre/xlsx';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DataLine, DataResult } from '#schemas/data/data-result-size.ts';
import { readData } from '#schemas/data/routes.ts';
import { DOCUMENT_VERSION, type WrittenDocument } from '#schemas/dashboard/document.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { lines, reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies } from './testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const timeZone = 'America/New_York';
const document = {
  version: DOCUMENT_VERSION,
  timeZone,
  period: { kind: 'fixed', from: Date.UTC(2026, 10, 1, 4) / 1_000, to: Date.UTC(2026, 10, 1, 8) / 1_000 },
  dashlets: [
    {
      id: 'd1',
      type: 'table',
      title: 'Liens',
      place: { x: 0, y: 0, width: 24, height: 8 },
      settings: {
        keys: ['interface', 'date'],
        breakdown: { kind: 'top', count: 5 },
        series: [{ kpi: 'itf_in_util' }],
      },
    },
  ],
} as unknown as WrittenDocument;

/** The two hours from one to two o’clock, and a name that a spreadsheet would run. */
const result: DataResult = {
  series: [
    {
      kpi: 'itf_in_util',
      unit: 'percent',
      kind: 'ratio',
      aggregation: 'average',
      over: null,
      working: '5m',
      isCoarser: false,
      fromQuantiles: false,
    },
  ],
  working: '1h',
  display: '1h',
  timeZone,
  from: Date.UTC(2026, 10, 1, 4) / 1_000,
  to: Date.UTC(2026, 10, 1, 8) / 1_000,
  steps: [Date.UTC(2026, 10, 1, 5) / 1_000, Date.UTC(2026, 10, 1, 6) / 1_000],
  rows: [{ key: [{ attribute: 'interface', id: 1, name: '=Dépôt; "Sud"' }], values: [[99.953, -0.5]] }],
  rowCount: 1,
  sources: ['samples'],
  version: Date.UTC(2026, 10, 1, 8) / 1_000,
};
const response = reply(readData, ({ body: { requests } }) =>
  lines(readData, ...requests.map(({ id }): DataLine => ({ state: 'ready', id, result })), { state: 'end' }),
);

interface Download {
  readonly name: string;
  readonly blob: Blob;
}

/** What the page downloads from now on. */
function downloads(): readonly Download[] {
  const found: Download[] = [];
  let last: Blob;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob;
    return 'blob:1';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    found.push({ name: this.download, blob: last });
  });
  return found;
}
afterEach(() => vi.restoreAllMocks());

const open = async (): Promise<readonly Download[]> => {
  await renderPage('/dashboard?customer=1&open=7', {
    language: 'fr',
    width: 1_280,
    replies: [...documentReplies(anEntry(7, document)), response],
  });
  await expectVisible(page.getByRole('gridcell', { name: /Dépôt/ }).first());
  return downloads();
};
const choose = async (item: string): Promise<void> => {
  await page.getByRole('button', { name: 'Actions sur Liens' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const named = /^WAN links - Liens 2026-11-01 0000 - 2026-11-01 0300 America-New_York\.(csv|xlsx)$/;

it('the values of a table are in the file as Excel in French reads them, with the zone of the document', async () => {
  const found = await open();
  await choose('Télécharger en CSV');
  await expect.poll(() => found.length).toBe(1);
  expect(found[0]!.name).toMatch(named);
  const bytes = new Uint8Array(await found[0]!.blob.arrayBuffer());
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\r\n')).toEqual([
    expect.stringMatching(
      /^"Interface";"Heure \(America\/New_York\)";"Décalage UTC";".+ \(Moyenne, Pourcentage\)"$/,
    ),
    `"'=Dépôt; ""Sud""";"2026-11-01 01:00:00";"UTC-04:00";99,953`,
    `"'=Dépôt; ""Sud""";"2026-11-01 01:00:00";"UTC-05:00";-0,5`,
    '',
  ]);
});

atNight('the dialect of a user in this browser is the one that was chosen last', async () => {
  const found = await open();
  await page.getByRole('button', { name: 'Actions sur Liens' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Virgule, point décimal' }).click();
  await choose('Télécharger en CSV');
  await expect.poll(() => found.length).toBe(1);
  expect((await found[0]!.blob.text()).split('\r\n')[1]).toMatch(/"UTC-04:00",99\.953$/);
  await page.getByRole('button', { name: 'Actions sur Liens' }).click();
  const chosen = page.getByRole('menuitemcheckbox', { name: 'Virgule, point décimal' });
  await expect.element(chosen).toHaveAttribute('aria-checked', 'true');
  expect(localStorage.getItem('telltale.user-1.csv-dialect')).toBe('international');
});

atNight('a workbook has real numbers and times, and says what they are', async () => {
  const found = await open();
  await choose('Télécharger en Excel');
  await expect.poll(() => found.length).toBe(1);
  expect(found[0]!.name).toMatch(named);
  const bytes = new Uint8Array(await found[0]!.blob.arrayBuffer());
  // A ZIP archive.
  expect(Array.from(bytes.slice(0, 4))).toEqual([0x50, 0x4b, 3, 4]);
  const { sheets } = await readXlsx(bytes);
  expect(sheets.map(({ name }) => name)).toEqual(['Liens', 'À propos']);
  const one = new Date(Date.UTC(2026, 10, 1, 1));
  expect(sheets[0]!.rows.slice(1)).toEqual([
    ['=Dépôt; "Sud"', one, 'UTC-04:00', 99.953],
    ['=Dépôt; "Sud"', one, 'UTC-05:00', -0.5],
  ]);
  const facts = new Map(sheets[1]!.rows.map(([label, value]) => [label, value]));
  expect(facts.get('Fuseau horaire')).toBe(timeZone);
  expect(facts.get('Du')).toEqual(new Date(Date.UTC(2026, 10, 1)));
  expect(facts.get('Granularité')).toBe('1 heure');
  expect(sheets[1]!.rows.some((row) => row.includes('itf_in_util') && row.includes('Pourcentage'))).toBe(
    true,
  );
});
