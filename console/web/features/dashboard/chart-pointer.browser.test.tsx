import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies } from './testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);
const dashlet = page.getByRole('article', { name: 'Busiest links' });

async function open(legend?: readonly ('last' | 'maximum')[]) {
  const entry = anEntry(7);
  for (const { type, settings } of entry.document.dashlets)
    if (type === 'timeline' && legend !== undefined)
      settings.legend = { place: 'bottom', values: [...legend] };
  const rendered = await renderPage('/dashboard?customer=1&open=7&period=1763800000-1763803600', {
    replies: [...documentReplies(), reply(customerDocuments.dashboard.read, entry)],
  });
  await expectVisible(dashlet);
  await expect.poll(() => dashlet.element().querySelector('.u-over')).not.toBeNull();
  const over = dashlet.element().querySelector<HTMLElement>('.u-over')!;
  const { left, top, width, height } = over.getBoundingClientRect();
  const send = (to: EventTarget, type: string, share: number, more: MouseEventInit & WheelEventInit = {}) =>
    to.dispatchEvent(
      new (type === 'wheel' ? WheelEvent : MouseEvent)(type, {
        clientX: left + share * width,
        clientY: top + height / 2,
        movementX: 5,
        bubbles: true,
        cancelable: true,
        ...more,
      }),
    );
  return { over, send, period: () => rendered.search().get('period') };
}

it('a drag in a chart shows the period in the accent, and Escape cancels it', async () => {
  const { over, send, period } = await open();
  const before = period();
  const drag = (): void => {
    send(over, 'mousedown', 0.2);
    send(over, 'mousemove', 0.4);
    send(over, 'mousemove', 0.6);
  };
  const select = dashlet.element().querySelector<HTMLElement>('.u-select')!;
  drag();
  await expect.poll(() => select.getBoundingClientRect().width).toBeGreaterThan(50);
  const { backgroundColor, borderLeftWidth } = getComputedStyle(select);
  expect([backgroundColor.includes('0.07'), borderLeftWidth]).toEqual([false, '1px']);
  await userEvent.keyboard('{Escape}');
  expect(select.getBoundingClientRect().height).toBe(0);
  send(document, 'mouseup', 0.6);
  expect(period()).toBe(before);
  drag();
  send(document, 'mouseup', 0.6);
  await expect.poll(period).not.toBe(before);
  const [from = 0, to = 0] = (period() ?? '').split('-').map(Number);
  expect(to - from).toBeLessThan(3_600);
});

it('a double click in a chart shows twice the time, and Ctrl with the wheel zooms about the pointer', async () => {
  const { over, send, period } = await open();
  const lengthOf = (): number => {
    const [from = 0, to = 0] = (period() ?? '').split('-').map(Number);
    return to - from;
  };
  const before = lengthOf();
  send(over, 'wheel', 0.5, { deltaY: -100 });
  send(over, 'wheel', 0.5, { deltaY: -100, ctrlKey: true });
  await expect.poll(lengthOf).not.toBe(before);
  const zoomed = lengthOf();
  expect(zoomed).toBeLessThan(before);
  send(over, 'dblclick', 0.5);
  await expect.poll(lengthOf).toBeGreaterThan(zoomed * 1.5);
});

it('a legend of several values is a table, sorted by a click on a heading', async () => {
  await open(['last', 'maximum']);
  const legend = page.getByRole('table', { name: 'Legend of Busiest links' });
  await expectVisible(legend);
  const names = () =>
    [...legend.element().querySelectorAll('tbody th')].map(({ textContent }) => textContent.trim());
  const unsorted = names();
  expect(unsorted.length).toBeGreaterThan(1);
  await legend.getByRole('button', { name: 'Name' }).click();
  await expect.poll(names).toEqual(unsorted.toSorted((one, other) => one.localeCompare(other)));
  const heading = legend.getByRole('columnheader', { name: 'max' });
  await heading.getByRole('button').click();
  await expect.poll(() => heading.element().getAttribute('aria-sort')).toBe('descending');
  const first = legend.getByRole('button', { name: /^Show / }).first();
  await first.click();
  await expect.poll(() => first.element().getAttribute('aria-pressed')).toBe('false');
  expect(await axeFaults()).toEqual([]);
});
