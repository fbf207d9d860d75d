import { flushSync } from 'react-dom';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ReportDocument } from '#schemas/report/document.ts';
import { customerReports } from '#schemas/report/routes.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { axeFaults, closePage } from '#web/testing/render-page.tsx';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { problem, reply } from '#web/testing/replies.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { now } from '#web/lib/clock.ts';
import { aReport, monthlyReport, openReports } from '../testing/reports.ts';

const saved = reply(customerReports.update, ({ body }) =>
  aReport(body.document, { version: body.version + 1, name: body.name }),
);
const open = (query = '', replies: Parameters<typeof openReports>[0] = {}) =>
  openReports({ query: `&open=7&edit=true${query}`, replies: [saved], ...replies });
const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
const item = (name: string) =>
  page.getByRole('group', { name: /^Page \d+$/ }).getByRole('button', { name, exact: true });
const canvasItems = () =>
  [...document.querySelectorAll('.tt-report-cover')].map((each) => each.getAttribute('aria-label'));
const strip = () => [...document.querySelectorAll('.tt-report-strip li')].map((each) => each.textContent);
/** A side of the selected item, from its field. */
const side = (name: 'Left' | 'Top') => () =>
  Number.parseInt((page.getByRole('textbox', { name }).element() as HTMLInputElement).value);

const bounds = () => {
  const { left, top, width } =
    document.querySelector('.tt-report-bounds')?.getBoundingClientRect() ?? expect.fail();
  return { left, top, width };
};

/** Presses the mouse on an element, moves it and releases it; a key is pressed before the release. */
function drag(
  on: Element,
  by: Record<'x' | 'y', number>,
  at?: Record<'x' | 'y', number>,
  key?: string,
): void {
  const { left, top, width, height } = on.getBoundingClientRect();
  const from = { x: left + (at?.x ?? width / 2), y: top + (at?.y ?? height / 2) };
  const fire = (target: EventTarget, type: string, { x, y }: typeof from): void => {
    const init = { bubbles: true, cancelable: true, button: 0, clientX: x, clientY: y };
    flushSync(() => void target.dispatchEvent(new MouseEvent(type, init)));
  };
  const to = { x: from.x + by.x, y: from.y + by.y };
  fire(on, 'mousedown', from);
  fire(document, 'mousemove', { x: from.x + by.x / 2, y: from.y + by.y / 2 });
  fire(document, 'mousemove', to);
  if (key !== undefined) document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  fire(document, 'mouseup', to);
}

describe('the editor of reports', () => {
  it('adds items of each kind, undoes and redoes them, and saves them', async () => {
    const { server } = await open();
    await expectVisible(item('Text Service report'));
    await button('Shape').click();
    await page.getByRole('menuitem', { name: 'Ellipse' }).click();
    await button('Dashlet').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Gauge', exact: true }).click();
    expect(canvasItems()).toHaveLength(6);
    await button('Undo').click();
    await expect.poll(canvasItems).toHaveLength(5);
    await button('Redo').click();
    await expect.poll(canvasItems).toHaveLength(6);
    await button('Save').click();
    await expectVisible(page.getByText('Monthly is saved.'));
    const [{ body } = { body: undefined }] = server.received(customerReports.update);
    expect(body?.document.pages[0]?.items.map(({ kind }) => kind)).toEqual(
      'shape text dashlet image shape dashlet'.split(' '),
    );
    // After the save nothing can be undone.
    await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true');
  });

  it('moves the selected item by keys, copies and deletes it', async () => {
    await open();
    await item('Text Service report').click({ force: true });
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.poll(side('Left')).toBe(42);
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await expect.poll(side('Left')).toBe(52);
    await userEvent.keyboard('{Control>}c{/Control}{Control>}v{/Control}');
    await expect.poll(canvasItems).toHaveLength(5);
    await userEvent.keyboard('{Delete}');
    await expect.poll(canvasItems).toHaveLength(4);
  });

  atNight('moves an item with the pointer, and it snaps to the edge of another one', async () => {
    await open();
    const chart = item('Dashlet Busiest links');
    await expectVisible(chart);
    await chart.click({ force: true });
    drag(chart.element(), { x: 3, y: 60 });
    await expect.poll(side('Top')).toBeGreaterThan(120);
    expect(side('Left')()).toBe(40);
  });

  it('selects several with a box, and resizes them together by a handle', async () => {
    await open();
    await expectVisible(item('Text Service report'));
    const sheet = document.querySelector('.tt-report-sheet') ?? expect.fail('no page');
    const { width, height } = sheet.getBoundingClientRect();
    drag(sheet, { x: width, y: height }, { x: 1, y: 1 });
    await expectVisible(page.getByText(/items are selected/));
    const before = bounds();
    drag(document.querySelector('[data-handle=se]') ?? expect.fail('no handle'), { x: -40, y: -30 });
    await expect.poll(() => bounds().width).toBeLessThan(before.width - 20);
    expect([bounds().left, bounds().top]).toEqual([before.left, before.top]);
    await button('Undo').click();
    await expect.poll(() => bounds().width).toBe(before.width);
  });

  atNight('stretches a chart while it is resized, and draws it again at the release', async () => {
    await open();
    const chart = item('Dashlet Busiest links');
    await expectVisible(chart);
    await chart.click({ force: true });
    const stretched = () => document.querySelector('[data-stretched]')?.clientWidth;
    const before = bounds().width;
    let held: number | undefined;
    const look = (): void => void (held = stretched());
    document.addEventListener('keydown', look);
    drag(
      document.querySelector('[data-handle=se]') ?? expect.fail('no handle'),
      { x: 60, y: 30 },
      undefined,
      'a',
    );
    document.removeEventListener('keydown', look);
    expect(held).toBeGreaterThan(0);
    await expect.poll(() => bounds().width).toBeGreaterThan(before);
    await expect.poll(stretched).toBeUndefined();
  });

  it('names the others who edit the report, as text, and no more once they leave', async () => {
    const others = (names: readonly string[], count = names.length + 1) => ({
      resource: aReport().resource,
      editors: [
        ...names.map((name, at) => ({
          id: `other ${String(at)}`,
          account: 90 + at,
          name,
          since: now() - 60_000,
        })),
        { id: 'own', account: 1, name: 'Ada', since: now() },
      ],
      count,
    });
    const editors = ['<b>Ben</b>'];
    liveServer.setEditing(() => ({ ok: true, id: 'own', since: now(), ...others(editors) }));
    await open();
    const notice = page.getByText(/has been editing this report since/);
    await expectVisible(notice);
    expect(notice.element().textContent).toMatch(
      /^<b>Ben<\/b> has been editing this report since .*\. The second of you to save/,
    );
    liveServer.send('editors', others(['Ben', 'Cleo', 'Dan', 'Eve'], 1_001));
    const many = page.getByText(/^This report is being edited by/);
    await expectVisible(many);
    expect(many.element().textContent).toMatch(
      /^This report is being edited by Ben \(since .*\), Cleo \(.*\), Dan \(.*\) and 997 more users\. /,
    );
    liveServer.send('editors', { ...others([]), resource: 999 });
    await expectVisible(many);
    liveServer.send('editors', others([]));
    await expectHidden(many);
  });

  atNight('Escape ends a drag and leaves everything where it was', async () => {
    await open();
    const chart = item('Dashlet Busiest links');
    await expectVisible(chart);
    await chart.click({ force: true });
    const top = side('Top')();
    drag(chart.element(), { x: 0, y: 60 }, undefined, 'Escape');
    expect(side('Top')()).toBe(top);
    await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true');
  });

  atNight('deleting a page opens the next one, else the previous one, else a new empty one', async () => {
    await open();
    await expect.poll(strip).toEqual(['1. Summary', '2. Site']);
    await button('Delete the page').click();
    await expect.poll(strip).toEqual(['1. Site']);
    await expectVisible(item('Dashlet Utilization'));
    await button('Delete the page').click();
    await expect.poll(strip).toEqual(['Page 1']);
    expect(canvasItems()).toEqual([]);
  });

  it('turns all pages, and requires confirmation before items outside their page are saved; Cancel saves nothing', async () => {
    const { server } = await open('&setup=true');
    await button('Toggle landscape and portrait of all pages').click();
    await expect
      .poll(() => document.querySelector('.tt-report-sheet')?.getAttribute('data-layout'))
      .toBe('portrait');
    await button('Save').click();
    await expectVisible(page.getByText('Some items are outside their page. Save anyway?'));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectVisible(page.getByText('Save not confirmed by user. Cancelling.'));
    expect(server.received(customerReports.update)).toEqual([]);
    await button('Save').click();
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await expectVisible(page.getByText('Monthly is saved.'));
  });

  atNight('requires confirmation before unused variables are saved', async () => {
    const [first] = monthlyReport.pages;
    await open('', { entry: aReport({ ...monthlyReport, pages: [first!] }) });
    await button('Shape').click();
    await page.getByRole('menuitem', { name: 'Line' }).click();
    await button('Save').click();
    await expectVisible(page.getByText('Some variables are not used. Save anyway?'));
  });

  atNight('writes a text with its format and fields', async () => {
    const { server } = await open();
    await item('Text Service report').dblClick({ force: true });
    const box = page.getByRole('textbox', { name: 'Text' });
    await expectVisible(box);
    await userEvent.keyboard(' of ');
    await button('Insert a field').click();
    await page.getByRole('menuitem', { name: 'Customer' }).click();
    await userEvent.keyboard('{Escape}');
    await expectHidden(box);
    await button('Save').click();
    await expectVisible(page.getByText('Monthly is saved.'));
    const [{ body } = { body: undefined }] = server.received(customerReports.update);
    const text = body?.document.pages[0]?.items.find(({ id }) => id === 'head');
    expect(JSON.stringify(text)).toContain('"Service report of "');
    expect(JSON.stringify(text)).toContain('"name":"customer"');
  });

  atNight('adds a variable, uses it as multiplier, and removes it wherever it is used', async () => {
    const { server } = await open('&setup=true');
    const panel = page.getByRole('complementary', { name: 'Page set-up' });
    await panel.getByRole('combobox', { name: 'Add a variable' }).click();
    await page.getByRole('option', { name: 'Device', exact: true }).click();
    await panel.getByRole('combobox', { name: 'Page multiplier' }).click();
    await page.getByRole('option', { name: 'Device', exact: true }).click();
    await button('Save').click();
    await expectVisible(page.getByText('Monthly is saved.'));
    const [{ body } = { body: undefined }] = server.received(customerReports.update);
    const document = ReportDocument.parse(body?.document);
    expect(document.variables.map(({ name }) => name)).toEqual(['Site', 'Device']);
    expect(document.pages[0]?.multiplier).toBe(document.variables[1]?.choice.id);
  });

  const [summary, ofSite] = monthlyReport.pages;
  const theirs = aReport(
    { ...monthlyReport, pages: [summary!, { ...ofSite!, title: 'Each site' }] },
    { version: 4, author: 'Ada Martin' },
  );

  it('shows the second of two editors what both changed, and merges it', async () => {
    const versions: number[] = [];
    const { server } = await open('', {
      replies: [
        reply(customerReports.read, () => (versions.length === 0 ? aReport() : theirs)),
        reply(customerReports.update, ({ body }) => {
          versions.push(body.version);
          return body.version < 4
            ? problem('CONFLICT')
            : aReport(body.document, { version: 5, name: body.name });
        }),
      ],
    });
    await button('Shape').click();
    await page.getByRole('menuitem', { name: 'Line' }).click();
    await button('Save').click();
    const dialog = page.getByRole('dialog', { name: 'Monthly was changed by another user' });
    await expectVisible(dialog.getByText('Each site changed: title'));
    await expectVisible(dialog.getByText('Shape added'));
    await dialog.getByRole('button', { name: 'Merge and save' }).click();
    await expectVisible(page.getByText('Monthly is saved.'));
    expect(versions).toEqual([3, 4]);
    const saved = server.received(customerReports.update).at(-1)?.body.document;
    expect(saved?.pages.map(({ title, items }) => [title, items.length])).toEqual([
      ['Summary', 5],
      ['Each site', 1],
    ]);
  });

  atNight('has the draft in the browser until it is saved', async () => {
    const stored = () => Object.entries(localStorage).find(([name]) => name.includes('draft.document.7'));
    await open();
    await button('Shape').click();
    await page.getByRole('menuitem', { name: 'Line' }).click();
    await expect.poll(stored).toBeDefined();
    const [name, text] = stored() ?? ['', ''];
    closePage();
    localStorage.setItem(name, String(text));
    await open('', { entry: theirs });
    await expectVisible(page.getByText(/^Your unsaved changes are restored. Another user has saved since/));
    expect(canvasItems()).toHaveLength(5);
    await button('Discard changes').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(stored).toBeUndefined();
    expect(canvasItems()).toHaveLength(4);
  });

  atNight('adds an image of the library', async () => {
    await open();
    await button('Image').click();
    await page.getByRole('menuitem', { name: 'From the library' }).click();
    const library = page.getByRole('dialog', { name: 'Images' });
    await library.getByRole('button', { name: 'Choose Provided' }).click();
    await expectVisible(item('Image Provided'));
  });

  atNight('adds the logo of the customer, whose place says that none is set', async () => {
    await open();
    await button('Image').click();
    await page.getByRole('menuitem', { name: 'Logo of the customer' }).click();
    await expectVisible(item('Logo of the customer'));
    await expectVisible(page.getByText('Logo of the customer: none is set'));
  });

  it('has no faults of accessibility', async () => {
    await open();
    await expectVisible(item('Text Service report'));
    expect(await axeFaults()).toEqual([]);
  });
});
