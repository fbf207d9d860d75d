import { useMemo } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { setOwner } from '#web/lib/stored.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { MantineTheme } from '../layout/MantineTheme.tsx';
import { MiddleEllipsis } from '../text/MiddleEllipsis.tsx';
import { textColumn } from './columns.tsx';
import { DataTable } from './DataTable.tsx';
import type { Column } from './table-column.ts';
import '#web/styles/tokens.css';
import '#web/styles/mantine.css';
import '#web/styles/base.css';

interface Device {
  readonly name: string;
  readonly site: string;
  readonly note: string;
}

const longName = 'bucharest-core-router-02.example.net ethernet0/0/4';
const devices: readonly Device[] = [
  { name: 'zurich-r1', site: 'Zurich', note: 'ok' },
  { name: longName, site: 'Bucharest', note: 'two of three' },
];

const columns: readonly Column<Device>[] = [
  {
    ...textColumn<Device>('name', 'Device', ({ name }) => name),
    cell: ({ name }) => <MiddleEllipsis text={name} />,
    width: 100,
    card: { line: 1 },
  },
  { ...textColumn<Device>('site', 'Site', ({ site }) => site), width: 60, card: { line: 2 } },
  {
    ...textColumn<Device>('note', 'Contracted bandwidth', ({ note }) => note),
    width: 60,
    card: { line: 2, end: true, named: true },
  },
];

function Devices({ name, foot }: { readonly name: string; readonly foot?: string }) {
  const rows = useMemo(() => devices, []);
  return (
    <MantineTheme>
      <div style={{ display: 'flex', height: 300 }}>
        <DataTable
          name={name}
          rows={rows}
          columns={columns}
          label="Devices"
          rowId={(device) => device.name}
          rowName={(device) => device.name}
          onSort={() => undefined}
          foot={foot}
        />
      </div>
    </MantineTheme>
  );
}

/** Columns that do not fit, with titles at either side. */
const wideColumns: readonly Column<Device>[] = Array.from({ length: 12 }, (_, index) => ({
  ...textColumn<Device>(`note ${String(index)}`, `Contracted bandwidth ${String(index)}`, ({ note }) => note),
  width: 160,
  ...(index % 2 === 1 && { align: 'right' as const }),
}));

const Wide = () => (
  <MantineTheme>
    <div style={{ display: 'flex', height: 300 }}>
      <DataTable
        name={'wide'}
        rows={devices}
        columns={wideColumns}
        label="Wide"
        rowId={(device) => device.name}
        rowName={(device) => device.name}
        onSort={() => undefined}
      />
    </div>
  </MantineTheme>
);

let tables = 0;
const open = async (width = 1_000, name = `devices-${String((tables += 1))}`): Promise<string> => {
  await page.viewport(width, 700);
  await render(<Devices name={name} />);
  await expectVisible(page.getByRole('gridcell').first());
  return name;
};

const headers = (): readonly (string | null)[] =>
  page
    .getByRole('columnheader')
    .elements()
    .map(({ textContent }) => textContent);
const header = (title: string) => page.getByRole('columnheader', { name: title });
const widthOf = (title: string): number => header(title).element().getBoundingClientRect().width;
const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth;
const cut = (): readonly (string | null)[] =>
  [...document.querySelectorAll('.tt-table .tt-ellipsis')]
    .filter(isCut)
    .map(({ textContent }) => textContent);

describe('the columns of a table', () => {
  it('are as wide as their content: nothing is cut while there is room, header cells never', async () => {
    await open();
    expect(cut()).toEqual([]);
    await page.viewport(600, 700);
    await expect.poll(cut).toEqual([longName]);
    expect(header('Contracted bandwidth').element().scrollWidth).toBeLessThanOrEqual(
      Math.ceil(widthOf('Contracted bandwidth')),
    );
  });

  it('yield a full name to the clipboard, also where its middle is cut', async () => {
    await open(600);
    await expect.poll(() => document.querySelectorAll('.tt-middle-tail').length).toBe(1);
    for (const { name } of devices) {
      const cell = page.getByRole('gridcell', { name, exact: true }).element();
      getSelection()?.selectAllChildren(cell);
      expect(getSelection()?.toString()).toBe(name);
      expect((cell as HTMLElement).innerText).toBe(name);
    }
    getSelection()?.removeAllRanges();
  });

  it('abbreviate the type of a port before a name is cut, and yield it whole to the clipboard', async () => {
    const name = 'cpe-1 · TenGigabitEthernet0/0/4.100';
    const inWidth = (width: number) => (
      <div style={{ width, font: '13px monospace' }}>
        <MiddleEllipsis text={name} />
      </div>
    );
    const { rerender } = await render(inWidth(400));
    const place = () => document.querySelector<HTMLElement>('.tt-middle')!;
    const omitted = () => document.querySelector('.tt-middle-omitted')!.getBoundingClientRect().width;
    await expect.poll(() => place().dataset['short']).toBe('false');
    expect(omitted()).toBeGreaterThan(100);
    await rerender(inWidth(180));
    await expect.poll(() => place().dataset['short']).toBe('true');
    expect([omitted(), document.querySelector('.tt-middle-tail')]).toEqual([0, null]);
    getSelection()?.selectAllChildren(place());
    expect(getSelection()?.toString()).toBe(name);
    getSelection()?.removeAllRanges();
    await rerender(inWidth(120));
    await expect.poll(() => document.querySelectorAll('.tt-middle-tail').length).toBe(1);
  });

  it('of a deleted port keep their end where they are cut, struck through', async () => {
    const [text, remark] = ['router-17 · TenGigabitEthernet0/0/4', '(deleted)'];
    const inWidth = (width: number) => (
      <div style={{ width, font: '13px monospace' }}>
        <MiddleEllipsis text={text} remark={remark} />
      </div>
    );
    const { rerender } = await render(inWidth(500));
    const place = () => document.querySelector<HTMLElement>('.tt-middle')!;
    await expect.poll(() => place().innerText).toBe(`${text} ${remark}`);
    expect(getComputedStyle(place()).textDecorationLine).toBe('none');
    await rerender(inWidth(110));
    await expect
      .poll(() => document.querySelector<HTMLElement>('.tt-middle-tail')?.dataset['tail'])
      .toMatch(/0\/0\/4$/);
    expect(getComputedStyle(place()).textDecorationLine).toBe('line-through');
  });

  it('are moved and resized by key at their header, and are the same when the table is opened again', async () => {
    const name = await open();
    const before = widthOf('Site');
    header('Site').getByRole('button').element().focus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await expect.poll(() => widthOf('Site')).toBe(Math.round(before + 16));
    await userEvent.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}');
    await expect.poll(headers).toEqual(['Site', 'Device', 'Contracted bandwidth']);
    await open(1_000, name);
    await expect.poll(() => headers().slice(3)).toEqual(['Site', 'Device', 'Contracted bandwidth']);
  });

  it('have headings of which Tab reaches one, and arrows the others', async () => {
    await open();
    const focused = () => document.activeElement?.textContent;
    page.getByRole('grid').element().focus();
    await userEvent.keyboard('{Tab}');
    expect(focused()).toBe('Device');
    await userEvent.keyboard('{ArrowRight}');
    expect(focused()).toBe('Site');
    await userEvent.keyboard('{End}');
    expect(focused()).toBe('Contracted bandwidth');
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Columns: Devices');
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(focused()).toBe('Contracted bandwidth');
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(focused()).toBe('Device');
  });

  it('have headings that end before their button, wherever the table is scrolled to', async () => {
    await page.viewport(700, 700);
    await render(<Wide />);
    await expectVisible(page.getByRole('gridcell').first());
    const grid = page.getByRole('grid').element();
    await expect.poll(() => grid.scrollWidth).toBeGreaterThan(grid.clientWidth);
    const button = page.getByRole('button', { name: 'Columns: Wide' }).element().parentElement!;
    const covered = (): readonly string[] => {
      const { left, right } = button.getBoundingClientRect();
      return [...grid.querySelectorAll('.tt-th .tt-ellipsis')].flatMap((title) => {
        const box = title.getBoundingClientRect();
        return box.width > 0 && box.left < right && box.right > left ? [title.textContent] : [];
      });
    };
    for (let at = 0; at <= grid.scrollWidth - grid.clientWidth; at += 37) {
      grid.scrollLeft = at;
      await expect.poll(covered).toEqual([]);
    }
  });

  it('are chosen below the rows where the table has a foot: no title is below their button', async () => {
    await page.viewport(800, 700);
    await render(<Devices name="footed" foot="2 devices" />);
    await expectVisible(page.getByText('2 devices'));
    const button = page.getByRole('button', { name: 'Columns: Devices' }).element().getBoundingClientRect();
    const rows = page.getByRole('grid').element().getBoundingClientRect();
    expect(button.top).toBeGreaterThanOrEqual(rows.bottom);
  });

  it('are chosen, moved, resized and reset in their list, by keyboard', async () => {
    await open();
    const button = page.getByRole('button', { name: 'Columns: Devices' });
    button.element().focus();
    await userEvent.keyboard('{Enter}');
    const list = page.getByRole('dialog', { name: 'Columns: Devices' });
    await expectVisible(list);
    await list.getByRole('checkbox', { name: 'Site' }).click();
    await expect.poll(headers).toEqual(['Device', 'Contracted bandwidth']);
    const before = widthOf('Contracted bandwidth');
    await list.getByRole('button', { name: 'Make “Contracted bandwidth” narrower' }).click();
    await expect.poll(() => widthOf('Contracted bandwidth')).toBe(Math.round(before - 32));
    await list.getByRole('button', { name: 'Move “Contracted bandwidth” left' }).click();
    await list.getByRole('button', { name: 'Move “Contracted bandwidth” left' }).click();
    await expect.poll(headers).toEqual(['Contracted bandwidth', 'Device']);
    await list.getByRole('button', { name: 'Reset columns' }).click();
    await expect.poll(headers).toEqual(['Device', 'Site', 'Contracted bandwidth']);
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
  });

  it('are moved by dragging a header, and resized at its edge; a double click there fits the content', async () => {
    await open();
    const edge = header('Device').element().querySelector('.tt-th-edge')!;
    const press = (target: Element, type: string, x: number) => {
      const y = target.getBoundingClientRect().top + 8;
      target.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerId: 1,
          button: 0,
          clientX: x,
          clientY: y,
          isPrimary: true,
        }),
      );
    };
    const natural = widthOf('Device');
    const at = edge.getBoundingClientRect().left;
    // A made-up pointer cannot be captured.
    Element.prototype.setPointerCapture = () => undefined;
    press(edge, 'pointerdown', at);
    press(edge, 'pointermove', at - 90);
    press(edge, 'pointerup', at - 90);
    await expect.poll(() => widthOf('Device')).toBe(Math.round(natural - 90));
    await userEvent.dblClick(edge);
    await expect.poll(() => widthOf('Device')).toBe(natural);
    const moved = header('Contracted bandwidth').element();
    const to = header('Device').element().getBoundingClientRect().left + 20;
    press(moved, 'pointerdown', moved.getBoundingClientRect().left + 20);
    press(moved, 'pointermove', to);
    press(moved, 'pointerup', to);
    await expect.poll(headers).toEqual(['Contracted bandwidth', 'Device', 'Site']);
  });

  it('of one user are not those of the next at the same browser', async () => {
    setOwner(1);
    const name = await open();
    header('Site').getByRole('button').element().focus();
    await userEvent.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}');
    await expect.poll(() => headers()[0]).toBe('Site');
    setOwner(2);
    await open(1_000, name);
    await expect.poll(() => headers().slice(3)[0]).toBe('Device');
  });

  it('are lines of a card in a window that is too narrow for them, without a scroll bar', async () => {
    await open(390);
    await expect.poll(() => document.querySelectorAll('.tt-card-line').length).toBe(4);
    const shown = [...document.querySelectorAll('.tt-card-line')].map(({ textContent }) => textContent);
    expect(shown[1]).toBe('ZurichContracted bandwidth ok');
    const scroller = page.getByRole('grid').element();
    expect(scroller.scrollWidth).toBe(scroller.clientWidth);
  });
});
