import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listElements } from '#schemas/data/element-routes.ts';
import { readSdwanDashlets } from '#schemas/dashboard/sdwan-response-routes.ts';
import { DOCUMENT_VERSION, type WrittenDocument } from '#schemas/dashboard/document.ts';
import { readData } from '#schemas/data/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { pending, problem, reply, type Reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies } from './testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const document = {
  version: DOCUMENT_VERSION,
  dashlets: [
    {
      type: 'inventory',
      title: 'Sites',
      settings: { element: 'site', properties: [{ property: 'city', title: 'Town' }] },
    },
    { type: 'sdwan', title: 'Routers', settings: { endpoint: '/dataservice/device', view: 'tree' } },
    { type: 'gauge', title: 'Load', settings: { series: [{ kpi: 'itf_in_util' }] } },
  ].map((dashlet, index) => ({
    ...dashlet,
    id: `d${String(index)}`,
    place: { x: 0, y: index * 5, width: 24, height: 5 },
  })),
} as unknown as WrittenDocument;
const site = (id: number, label: string, city: string) => ({ id, label, active: true, values: [city] });
const response = (value: unknown) => ({
  manager: 'Catalyst Paris',
  kind: 'vmanage' as const,
  at: new Date(0).toISOString(),
  value,
});

/** Texts of what the page downloads from now on, by the end of the file name. */
function downloads(): ReadonlyMap<string, Promise<string>> {
  const found = new Map<string, Promise<string>>();
  let last: Blob;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob;
    return 'blob:1';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    found.set(this.download, last.text());
  });
  return found;
}
afterEach(() => vi.restoreAllMocks());

const open = (...replies: readonly Reply[]) =>
  renderPage('/dashboard?customer=1&open=7', {
    replies: [
      ...documentReplies(anEntry(7, document)),
      reply(listElements, { count: 1, elements: [site(1, 'Lyon', 'Lyon')] }),
      reply(readSdwanDashlets.dashboard, response([{ host: 'edge-1', up: 2 }])),
      ...replies,
    ],
  });
async function choose(title: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions on ${title}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

atNight('an inventory is downloaded as CSV with its titles, as it is now', async () => {
  let sites = [site(1, 'Lyon', 'Lyon')];
  await open(reply(listElements, () => ({ count: sites.length, elements: sites })));
  await expectVisible(page.getByRole('gridcell', { name: 'Lyon' }).first());
  const found = downloads();
  sites = [...sites, site(2, 'Nantes "Sud"', '=Nantes')];
  await choose('Sites', 'Download CSV');
  await expect.poll(() => [...found.keys()]).toEqual([expect.stringMatching(/^WAN links - Sites .*\.csv$/)]);
  const [text] = await Promise.all(found.values());
  expect(text).toMatch(/^"Name","Town"\r\n"Lyon","Lyon"\r\n"Nantes ""Sud""","'=Nantes"\r\n$/);
});

atNight('an inventory is downloaded whole, also where the dashlet shows its first rows alone', async () => {
  const sites = Array.from({ length: 2_300 }, (_, index) => site(index + 1, `Site ${String(index)}`, 'Lyon'));
  await open(
    reply(listElements, ({ body: { from, count } }) => ({
      count: sites.length,
      elements: sites.slice(from, from + count),
    })),
  );
  await expectVisible(page.getByText('The first 100 of 2,300 rows'));
  const found = downloads();
  await choose('Sites', 'Download CSV');
  await expect.poll(() => found.size).toBe(1);
  const [text] = await Promise.all(found.values());
  const written = text!.split('\r\n').slice(1, -1);
  expect(written).toEqual(sites.map(({ label }) => `"${label}","Lyon"`));
});

atNight('the response of an SD-WAN manager is downloaded whole as CSV and as JSON', async () => {
  const value = Array.from({ length: 1_200 }, (_, index) => ({ host: `edge-${String(index)}`, up: 2 }));
  await open(reply(readSdwanDashlets.dashboard, response(value)));
  await expectVisible(page.getByText(/Catalyst Paris/).first());
  const found = downloads();
  await choose('Routers', 'Download JSON');
  await expect.poll(() => found.size).toBe(1);
  await choose('Routers', 'Download CSV');
  await expect.poll(() => found.size).toBe(2);
  const [json, csv] = await Promise.all(found.values());
  expect([...found.keys()].map((name) => name.replace(/^.*\./, ''))).toEqual(['json', 'csv']);
  expect(JSON.parse(json!)).toEqual(value);
  expect(csv!.split('\r\n').slice(0, 2)).toEqual(['"host","up"', '"edge-0",2']);
  expect(csv!.split('\r\n')).toHaveLength(1_202);
});

it('what cannot be read again is not downloaded, although former values are shown', async () => {
  let isDown = false;
  await open(
    reply(readSdwanDashlets.dashboard, () =>
      isDown ? problem('SDWAN_UNREACHABLE') : response([{ host: 'edge-1' }]),
    ),
  );
  await expectVisible(page.getByText(/Catalyst Paris/).first());
  const found = downloads();
  isDown = true;
  await choose('Routers', 'Download CSV');
  await expectVisible(
    page
      .getByText(
        'Not exported: the values of Routers could not be loaded. The SD-WAN manager is not accessible.',
      )
      .first(),
  );
  expect(found.size).toBe(0);
});

atNight('a CSV of values that are not there yet waits for them, and says so', async () => {
  await open(reply(readData, pending));
  await expectVisible(page.getByRole('button', { name: 'Actions on Load' }));
  const found = downloads();
  await choose('Load', 'Download CSV');
  await expectVisible(page.getByText('The values of Load are exported once they are there…').first());
  expect(found.size).toBe(0);
});
