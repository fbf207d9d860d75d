import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ReportDocument } from '#schemas/report/document.ts';
import { customerReports } from '#schemas/report/routes.ts';
import { axeFaults } from '#web/testing/render-page.tsx';
import { expectGone, expectVisible } from '#web/testing/expect-visible.ts';
import { problem, reply } from '#web/testing/replies.ts';
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

describe('the editor of reports', () => {
  it('adds items of each kind, undoes and redoes them, and saves them', async () => {
    const { server } = await open();
    await expectVisible(item('Text Service report'));
    await button('Shape').click();
    await page.getByRole('menuitem', { name: 'Ellipse' }).click();
    await button('Dashlet').click();
    await page.getByRole('menuitem', { name: 'Gauge' }).click();
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

  it('moves an item with the pointer, and it snaps to the edge of another one', async () => {
    await open();
    const chart = item('Dashlet Busiest links');
    await expectVisible(chart);
    const box = chart.element().getBoundingClientRect();
    const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const fire = (type: string, x: number, y: number): void => {
      const init = { bubbles: true, cancelable: true, pointerId: 1, button: 0, clientX: x, clientY: y };
      chart.element().dispatchEvent(new PointerEvent(type, init));
    };
    // A pointer of the test is none that the browser could capture.
    (chart.element() as HTMLElement).setPointerCapture = () => undefined;
    fire('pointerdown', at.x, at.y);
    fire('pointermove', at.x + 3, at.y + 60);
    fire('pointermove', at.x + 3, at.y + 60);
    fire('pointerup', at.x + 3, at.y + 60);
    await expect.poll(side('Top')).toBeGreaterThan(120);
    expect(side('Left')()).toBe(40);
  });

  it('deleting a page opens the next one, else the previous one, else a new empty one', async () => {
    await open();
    await expect.poll(strip).toEqual(['1. Summary', '2. Site']);
    await button('Delete the page').click();
    await expect.poll(strip).toEqual(['1. Site']);
    await expectVisible(item('Dashlet Utilization'));
    await button('Delete the page').click();
    await expect.poll(strip).toEqual(['Page 1']);
    expect(canvasItems()).toEqual([]);
  });

  it('turns all pages, and asks before items outside their page are saved; a refusal cancels', async () => {
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

  it('asks before unused variables are saved', async () => {
    const [first] = monthlyReport.pages;
    await open('', { entry: aReport({ ...monthlyReport, pages: [first!] }) });
    await button('Shape').click();
    await page.getByRole('menuitem', { name: 'Line' }).click();
    await button('Save').click();
    await expectVisible(page.getByText('Some variables are not used. Save anyway?'));
  });

  it('writes a text with its format and fields', async () => {
    const { server } = await open();
    await item('Text Service report').dblClick({ force: true });
    const box = page.getByRole('textbox', { name: 'Text' });
    await expectVisible(box);
    await userEvent.keyboard(' of ');
    await button('Insert a field').click();
    await page.getByRole('menuitem', { name: 'Customer' }).click();
    await userEvent.keyboard('{Escape}');
    await expectGone(box);
    await button('Save').click();
    await expectVisible(page.getByText('Monthly is saved.'));
    const [{ body } = { body: undefined }] = server.received(customerReports.update);
    const text = body?.document.pages[0]?.items.find(({ id }) => id === 'head');
    expect(JSON.stringify(text)).toContain('"Service report of "');
    expect(JSON.stringify(text)).toContain('"name":"customer"');
  });

  it('adds a variable, uses it as multiplier, and removes it wherever it is used', async () => {
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

  it('does not overwrite what another user saved first', async () => {
    const { server } = await open('', {
      replies: [reply(customerReports.update, problem('CONFLICT'))],
    });
    await button('Shape').click();
    await page.getByRole('menuitem', { name: 'Line' }).click();
    await button('Save').click();
    await expectVisible(page.getByRole('dialog', { name: 'Another user has saved this report' }));
    expect(server.received(customerReports.update)).toHaveLength(1);
  });

  it('adds an image of the library', async () => {
    await open();
    await button('Image').click();
    const library = page.getByRole('dialog', { name: 'Images' });
    await library.getByRole('button', { name: 'Choose Provided' }).click();
    await expectVisible(item('Image Provided'));
  });

  it('has no faults of accessibility', async () => {
    await open();
    await expectVisible(item('Text Service report'));
    expect(await axeFaults()).toEqual([]);
  });
});
