import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { readData } from '#schemas/data/routes.ts';
import type { DataLine, DataNote } from '#schemas/data/data-result-size.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { lines, reply } from '#web/testing/replies.ts';
import { aResult, anEntry, documentReplies } from '../testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const until = Date.parse('2026-08-29T00:00:00Z') / 1_000;

/** A page whose results have notes. */
const open = (notes: readonly DataNote[], timeZone?: string, language: 'en' | 'fr' = 'en') => {
  const entry = anEntry(7);
  const document = { ...entry.document, ...(timeZone !== undefined && { timeZone }) };
  return renderPage('/dashboard?customer=1&open=7', {
    language,
    replies: [
      ...documentReplies({ ...entry, document }),
      reply(readData, ({ body }) =>
        lines(
          readData,
          ...body.requests.map((request): DataLine => ({
            state: 'ready',
            id: request.id,
            result: { ...aResult(request), ...(notes.length > 0 && { notes: [...notes] }) },
          })),
          { state: 'end' },
        ),
      ),
    ],
  });
};

describe('a dashlet', () => {
  it.each([
    [
      { code: 'UTC_DAYS', params: { zone: 'Europe/Paris', until } },
      'en',
      'Days before 29 Aug 2026 are days of UTC: hours of that time are no longer stored.',
    ],
    [
      { code: 'UNCUT_HOURS', params: { zone: 'Asia/Kolkata', until: null } },
      'en',
      'Days of Asia/Kolkata are cut at full hours of UTC.',
    ],
    [
      { code: 'UNCUT_HOURS', params: { zone: 'Asia/Kolkata', until } },
      'fr',
      'Les jours de Asia/Kolkata antérieurs au 29 août 2026 sont découpés à l’heure UTC pleine.',
    ],
    [
      { code: 'TIMEZONE_FALLBACK', params: { name: 'Mars/Olympus', fallback: 'UTC' } },
      'en',
      'Unknown time zone Mars/Olympus: using UTC.',
    ],
  ] as const)('says what a reader has to know of its values (%j, %s)', async (note, language, text) => {
    await open([note], undefined, language);
    await expectVisible(page.getByRole('button', { name: text }).first());
    await page.getByRole('button', { name: text }).first().click();
    await expectVisible(page.getByText(text).first());
  });

  it('has no mark where there is nothing to know', async () => {
    await open([]);
    await expectVisible(page.getByRole('article').first());
    expect(page.getByRole('button', { name: /UTC|stored/ }).elements()).toEqual([]);
  });
});

describe('a dashboard', () => {
  it('names the time zone of its days', async () => {
    await open([], 'Asia/Kolkata');
    await expectVisible(page.getByText('Time zone: Asia/Kolkata'));
  });

  it('with a time zone that the browser does not know says which one it shows', async () => {
    const { server } = await open([], 'Mars/Olympus');
    await expectVisible(page.getByText('Unknown time zone Mars/Olympus: using UTC.'));
    // The request has the zone of the document, the note that of the server.
    await expect
      .poll(() => server.received(readData).flatMap(({ body }) => body.requests)[0]?.timeZone)
      .toBe('Mars/Olympus');
  });
});
