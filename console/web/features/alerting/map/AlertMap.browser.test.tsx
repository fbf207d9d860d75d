import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { alertReplies } from '#web/testing/alert-replies.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { readOwned } from '#web/lib/stored.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...alertingRoutes);

const grid = page.getByRole('grid', { name: 'Running alarms' });
const sites = page.getByRole('region', { name: 'Sites', exact: true });
const rowCount = () => Number(grid.element().getAttribute('aria-rowcount')) - 1;
const canvas = () => document.querySelector<HTMLCanvasElement>('.maplibregl-canvas');
const isDrawn = () => expect.poll(() => sites.element().querySelector('.tt-map')?.ariaBusy).toBe('false');
const open = () => renderPage('/alert?customer=1', { replies: alertReplies() });

describe('the map next to the alarms', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('says that it needs WebGL2, while the table works, and stays hidden once hidden', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    await open();
    await expectVisible(sites.getByText('No map without WebGL2'));
    await expectVisible(grid);
    expect(rowCount()).toBe(18);
    expect(await axeFaults()).toEqual([]);
    await sites.getByRole('button', { name: 'Hide map' }).click();
    await expectHidden(sites);
    expect(readOwned('alert-map')).toBe('hidden');
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await expectVisible(sites.getByText('No map without WebGL2'));
    expect(readOwned('alert-map')).toBe('shown');
  });

  atNight('starts again by itself when it loses the graphics processor', async () => {
    await open();
    await isDrawn();
    canvas()?.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
    await expectVisible(sites.getByText('The map lost the graphics processor'));
    await expectVisible(grid);
    await isDrawn();
  });

  atNight('says that it did not start when its worker does not respond', async () => {
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        postMessage(): void {}
        terminate(): void {}
      },
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await open();
    await expectVisible(grid);
    await expect.poll(() => sites.element().querySelector('.tt-map')?.ariaBusy).toBe('true');
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await expectVisible(sites.getByText('The map did not start'));
    vi.unstubAllGlobals();
    await sites.getByRole('button', { name: 'Try again' }).click();
    await isDrawn();
  });
});
