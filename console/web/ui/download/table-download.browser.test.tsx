import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { lazyRowsOf } from '#web/lib/export/made-rows.ts';
import { Toasts } from '../feedback/Toasts.tsx';
import { toasts } from '../feedback/toast-store.ts';
import { useTableDownload } from './use-table-download.ts';

interface Props {
  readonly rows: number;
  readonly timeZone?: string;
}

function Download({ rows, timeZone = 'UTC' }: Props) {
  const download = useTableDownload();
  const table = {
    columns: [{ is: 'time', name: 'Time', timeZone } as const],
    rows: lazyRowsOf(
      Array.from({ length: rows }, (_, index) => index),
      (index) => [index],
    ),
  };
  return (
    <>
      <button
        type="button"
        onClick={() => void download({ name: 'links', title: 'Links', timeZone: 'UTC', table }, 'xlsx')}
      >
        Excel
      </button>
      <Toasts />
    </>
  );
}

/** Names of the files that the page downloads from now on. */
function downloads(): readonly string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}
/** Every text of a notification from now on: progress is overtaken by the next one. */
function notifications(): ReadonlySet<string> {
  const texts = new Set<string>();
  stop = toasts.subscribe(() => {
    for (const { text } of toasts.get()) texts.add(text);
  });
  return texts;
}
let stop = (): void => undefined;
afterEach(() => {
  stop();
  toasts.set([]);
  vi.restoreAllMocks();
});

it('a long file says how far it is until it is there', async () => {
  const [names, texts] = [downloads(), notifications()];
  await render(<Download rows={20_000} />);
  await page.getByRole('button', { name: 'Excel' }).click();
  await expect.poll(() => names).toEqual(['links.xlsx']);
  expect([...texts].slice(0, 2)).toEqual(['Writing Links: 10 %', 'Writing Links: 20 %']);
  expect([...texts].at(-1)).toBe('Finishing Links…');
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument();
});

it('a short file is there without a notification', async () => {
  const [names, texts] = [downloads(), notifications()];
  await render(<Download rows={100} />);
  await page.getByRole('button', { name: 'Excel' }).click();
  await expect.poll(() => names).toEqual(['links.xlsx']);
  expect([...texts]).toEqual([]);
});

it('a file that cannot be written is a notification', async () => {
  const names = downloads();
  await render(<Download rows={10} timeZone="No/Where" />);
  await page.getByRole('button', { name: 'Excel' }).click();
  await expect.element(page.getByText('The browser could not make the file.')).toBeVisible();
  expect(names).toEqual([]);
});
