import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { documentReplies } from '../testing/documents.ts';
import { pictureOf } from './picture.ts';

type Pixel = readonly [red: number, green: number, blue: number];

/** The pixels of a picture: its size, its background at the corner and how many differ from it. */
async function drawn(blob: Blob) {
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  const at = (index: number): Pixel => [data[index]!, data[index + 1]!, data[index + 2]!];
  const counts = new Map<string, number>();
  for (let index = 0; index < data.length; index += 4) {
    const key = at(index).join();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [most, count] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? ['', 0];
  return {
    width: bitmap.width,
    height: bitmap.height,
    colours: counts.size,
    most: most.split(',').map(Number),
    share: count / (data.length / 4),
  };
}

/** The names of the downloads that the page starts, which go no further. */
function downloads(): readonly string[] {
  const found: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    found.push(this.download);
  });
  return found;
}

const open = (theme: 'light' | 'dark') =>
  renderPage('/dashboard?customer=1&open=7', { theme, replies: documentReplies(), width: 1_280 });

const ready = async (): Promise<HTMLElement> => {
  await expectVisible(page.getByRole('article').first());
  await expect.poll(() => document.querySelector('article canvas, article svg')).not.toBeNull();
  return document.querySelector<HTMLElement>('article')!;
};

describe('a picture', () => {
  it.each([
    ['light', (level: number) => level > 200],
    ['dark', (level: number) => level < 60],
  ] as const)('of a dashlet is as sharp as twice the screen, in the %s theme', async (theme, isIt) => {
    await open(theme);
    const dashlet = await ready();
    const { width, height } = dashlet.getBoundingClientRect();
    const found = await drawn(await pictureOf(dashlet));
    expect(Math.abs(found.width - width * 2)).toBeLessThan(4);
    expect(Math.abs(found.height - height * 2)).toBeLessThan(4);
    expect(found.most.every(isIt)).toBe(true);
    // Lines and letters, not one colour.
    expect(found.colours).toBeGreaterThan(20);
    expect(found.share).toBeLessThan(0.995);
  });

  it('is downloaded of a dashlet and of the whole page, named after them', async () => {
    await open('light');
    await ready();
    const found = downloads();
    await page.getByRole('button', { name: 'Download page as PNG' }).click();
    await expect.poll(() => found).toEqual(['WAN links.png']);
    await page
      .getByRole('button', { name: /^Actions on/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Download PNG' }).click();
    await expect.poll(() => found.length).toBe(2);
    expect(found[1]).toMatch(/\.png$/);
    vi.restoreAllMocks();
  });
});
