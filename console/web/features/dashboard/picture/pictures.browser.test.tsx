import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readData } from '#schemas/data/routes.ts';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import { DOCUMENT_VERSION, type WrittenDocument } from '#schemas/dashboard/document.ts';
import { checkFrameAddress } from '#schemas/settings/iframe/iframe.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { lines, problem, reply } from '#web/testing/replies.ts';
import { aResult, anEntry, documentReplies } from '../testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const interfaces = { keys: ['interface'], breakdown: { kind: 'top', count: 5 } };
const load = [{ kpi: 'itf_in_util', formatting: [{ from: 50, level: 'warning' }] }];

/** One of each kind of drawing, small: a legend and a table that scroll, dials, shares, bars, and a page that cannot be drawn. */
const document = {
  version: DOCUMENT_VERSION,
  dashlets: [
    {
      type: 'timeline',
      title: 'Links',
      settings: { ...interfaces, series: load, legend: { place: 'right', values: ['average', 'maximum'] } },
    },
    { type: 'table', title: 'All', settings: { ...interfaces, series: [...load, ...load, ...load] } },
    { type: 'gauge', title: 'Utilization', settings: { series: load } },
    { type: 'pie', title: 'Shares', settings: { ...interfaces, series: [{ kpi: 'itf_in_bps' }] } },
    { type: 'sparkline', title: 'Day', settings: { ...interfaces, series: load, lastValue: 'top-right' } },
    { type: 'iframe', title: 'Runbooks', settings: { url: 'https://wiki.example.net/' } },
  ].map((dashlet, index) => ({
    ...dashlet,
    id: `d${String(index)}`,
    place: { x: (index % 2) * 12, y: Math.floor(index / 2) * 5, width: 12, height: 5 },
  })),
} as unknown as WrittenDocument;
const replies = [...documentReplies(anEntry(7, document)), reply(checkFrameAddress, { allowed: true })];

interface Download {
  readonly name: string;
  readonly blob: Blob;
}

/** What the page downloads from now on; it goes no further. */
function downloads(): readonly Download[] {
  const found: Download[] = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${String(blobs.size)}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    found.push({ name: this.download, blob: blobs.get(this.href)! });
  });
  return found;
}
afterEach(() => vi.restoreAllMocks());

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Brightness from 0 to 1. */
  readonly at: (x: number, y: number) => number;
}

/** A picture, or a part of it, in the given size. */
async function pixelsOf(blob: Blob, width: number, from: { top: number; scale: number }): Promise<Pixels> {
  const bitmap = await createImageBitmap(blob);
  const height = Math.floor((bitmap.height - from.top * from.scale) / from.scale);
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d')!;
  const { scale, top } = from;
  pen.drawImage(bitmap, 0, -top, bitmap.width / scale, bitmap.height / scale);
  const { data } = pen.getImageData(0, 0, width, height);
  return {
    width,
    height,
    at(x, y) {
      const index = (y * width + x) * 4;
      return (data[index]! + data[index + 1]! + data[index + 2]!) / 765;
    },
  };
}

const SHIFTS = [-2, -1, 0, 1, 2];
/** Every second pixel of each direction is enough. */
const STRIDE = 2;

/** How far a part of one picture is off in the other: the shift at which they differ least, and by how much. */
function shiftOf(real: Pixels, drawn: Pixels, box: DOMRect): { x: number; y: number; difference: number } {
  const differenceAt = (dx: number, dy: number): number => {
    let sum = 0;
    let count = 0;
    for (let y = Math.ceil(box.top) + 4; y < box.bottom - 4; y += STRIDE)
      for (let x = Math.ceil(box.left) + 4; x < box.right - 4; x += STRIDE) {
        sum += Math.abs(real.at(x, y) - drawn.at(x + dx, y + dy));
        count += 1;
      }
    return sum / count;
  };
  const found = SHIFTS.flatMap((x) => SHIFTS.map((y) => ({ x, y, difference: differenceAt(x, y) })));
  return found.toSorted((one, other) => one.difference - other.difference)[0]!;
}

const blobOf = async (base64: string): Promise<Blob> =>
  await (await fetch(`data:image/png;base64,${base64}`)).blob();

/** A page whose dashlets have drawn, high enough to show all of them. */
async function ready(options: Parameters<typeof renderPage>[1]): Promise<HTMLElement> {
  await renderPage('/dashboard?customer=1&open=7', { replies, width: 1_000, ...options });
  await page.viewport(1_000, 900);
  await expectVisible(page.getByRole('article').last());
  await expect
    .poll(() => window.document.querySelectorAll('article canvas, article svg').length)
    .toBeGreaterThan(3);
  await expect.poll(() => window.document.querySelectorAll('.tt-panel[aria-busy="true"]').length).toBe(0);
  return window.document.querySelector<HTMLElement>('.tt-dashlet-grid')!;
}

describe('a picture', () => {
  it('shows what the page shows, where it shows it', async () => {
    const grid = await ready({ theme: 'light', language: 'en' });
    const found = downloads();
    await page.getByRole('button', { name: 'Download page as PNG' }).click();
    await expect.poll(() => found.length, { timeout: 60_000 }).toBe(1);
    const [{ name: file, blob }] = found as readonly [Download];
    expect(file).toMatch(/^WAN links \d{4}-\d\d-\d\d \d{4} - \d{4}-\d\d-\d\d \d{4} [\w-]+\.png$/);
    const box = grid.getBoundingClientRect();
    const { width, height } = await createImageBitmap(blob);
    expect(width).toBe(2 * (box.width + 24));
    // Title, period and age.
    const head = height / 2 - box.height - 12;
    expect(head).toBeGreaterThanOrEqual(12 + 24 + 2 * 18 + 8);
    // Its tooltip would lie over a dashlet.
    await page.getByRole('button', { name: 'Download page as PNG' }).unhover();
    await expect.poll(() => page.getByRole('tooltip').elements().length).toBe(0);
    const shot = await page.screenshot({ element: grid, base64: true, save: false });
    const real = await pixelsOf(await blobOf(shot), box.width, { top: 0, scale: 1 });
    const drawn = await pixelsOf(blob, box.width + 24, { top: head, scale: 2 });
    const moved = { ...drawn, at: (x: number, y: number) => drawn.at(x + 12, y) };
    const shifts = [...grid.querySelectorAll<HTMLElement>('article, .tt-chart-legend, .tt-legend-table')]
      // A web page is drawn as its address.
      .filter(({ dataset }) => dataset['type'] !== 'iframe')
      .map((each) => {
        const { left, top, width: across, height: down } = each.getBoundingClientRect();
        const part = new DOMRect(left - box.left, top - box.top, across, down);
        const { x, y, difference } = shiftOf(real, moved, part);
        return { type: each.dataset['type'] ?? 'legend', x, y, isSame: difference < 0.03 };
      });
    expect(shifts).toEqual(shifts.map(({ type }) => ({ type, x: 0, y: 0, isSame: true })));
    expect(shifts.map(({ type }) => type)).toEqual([
      'timeline',
      'legend',
      'table',
      'gauge',
      'pie',
      'legend',
      'sparkline',
    ]);
  });

  atNight('of a dashlet is named after it, and has the colours of the theme', async () => {
    await ready({ theme: 'dark', language: 'fr' });
    const found = downloads();
    await page.getByRole('button', { name: 'Actions sur Utilization' }).click();
    await page.getByRole('menuitem', { name: 'Télécharger en PNG' }).click();
    await expect
      .poll(() => found.map(({ name }) => name))
      .toEqual([expect.stringMatching(/^WAN links - Utilization \d{4}.*\.png$/)]);
    const drawn = await pixelsOf(found[0]!.blob, 200, { top: 0, scale: 2 });
    // The heading and the dashlet below it, at their edges.
    for (const y of [2, drawn.height - 30]) expect(drawn.at(4, y)).toBeLessThan(0.2);
  });

  atNight('does not show which row the pointer is on', async () => {
    const grid = await ready({ theme: 'light', language: 'en' });
    const found = downloads();
    const row = page.getByRole('article', { name: 'All' }).element().querySelector('.tt-tbody [role="row"]')!;
    const [at, box] = [row.getBoundingClientRect(), grid.getBoundingClientRect()];
    const button = page.getByRole('button', { name: 'Download page as PNG' }).element() as HTMLElement;
    button.focus();
    await userEvent.hover(row);
    await expect.poll(() => row.matches(':hover')).toBe(true);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => found.length, { timeout: 60_000 }).toBe(1);
    const { height } = await createImageBitmap(found[0]!.blob);
    const head = height / 2 - box.height - 12;
    const drawn = await pixelsOf(found[0]!.blob, box.width + 24, { top: head, scale: 2 });
    // Left of its name, where the row has nothing but its ground.
    const [x, y] = [12 + at.left - box.left + 4, at.top - box.top + at.height / 2].map(Math.round);
    expect(drawn.at(x!, y!)).toBeGreaterThan(0.995);
    expect(window.document.querySelectorAll('.tt-picture-cover')).toHaveLength(0);
  });

  atNight('and CSV say that values could not be loaded, and not that there are none', async () => {
    await renderPage('/dashboard?customer=1&open=7', {
      replies: [...replies, reply(readData, () => problem('SERVER_PROBLEM'))],
    });
    await expectVisible(page.getByRole('button', { name: 'Actions on Utilization' }));
    await page.getByRole('button', { name: 'Actions on Utilization' }).click();
    await page.getByRole('menuitem', { name: 'Download CSV' }).click();
    await expectVisible(
      page.getByText(/^Not exported: the values of Utilization could not be loaded\. /).first(),
    );
  });

  atNight('and CSV are made once what has expired is refreshed, and not before', async () => {
    let isDown = false;
    await ready({
      replies: [
        ...replies,
        reply(readData, ({ body }) =>
          isDown
            ? problem('SERVER_PROBLEM')
            : lines(
                readData,
                ...body.requests.map((request): DataLine => ({
                  state: 'ready',
                  id: request.id,
                  result: aResult(request),
                })),
                { state: 'end' },
              ),
        ),
      ],
    });
    const found = downloads();
    const menu = async (item: string): Promise<void> => {
      await page.getByRole('button', { name: 'Actions on Utilization' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    isDown = true;
    await menu('Refresh');
    const dashlet = page.getByRole('article', { name: 'Utilization' });
    await expectVisible(dashlet.getByText(/^State as of/));
    await menu('Download CSV');
    await expectVisible(page.getByText(/^Not exported: the values of Utilization have expired/).first());
    isDown = false;
    await menu('Download CSV');
    const named = /^WAN links - Utilization \d{4}-\d\d-\d\d \d{4} - .*\.csv$/;
    await expect.poll(() => found.map(({ name }) => name)).toEqual([expect.stringMatching(named)]);
    await expect.element(dashlet.getByText(/^State as of/)).not.toBeInTheDocument();
  });
});
