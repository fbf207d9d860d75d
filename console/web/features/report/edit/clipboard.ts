import { z } from 'zod';
import type { ReportDocument, ReportPage } from '#schemas/report/document.ts';
import { ReportItem } from '#schemas/report/item.ts';
import { readOwned, writeOwned } from '#web/lib/stored.ts';
import { copiedItems } from '../machine/page-changes.ts';

/** Copied items are stored in the browser, so that they are pasted into other reports and windows. */
const KEY = 'report.clipboard';
const Copied = z.array(ReportItem).max(200);
const OFFSET = 16;

export const copyItems = (items: readonly ReportItem[]): void => writeOwned(KEY, JSON.stringify(items));

/** The copied items as new ones of a page; variables that the report does not have are left out. */
export function pastedItems(
  { variables }: Pick<ReportDocument, 'variables'>,
  page: ReportPage,
  newId: () => string,
): readonly ReportItem[] {
  const text = readOwned(KEY);
  if (text === undefined) return [];
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return [];
  }
  const copied = Copied.safeParse(read);
  if (!copied.success) return [];
  const known = new Set(variables.map(({ choice }) => choice.id));
  const places = new Set(page.items.map(({ frame: { x, y } }) => `${String(x)} ${String(y)}`));
  return copiedItems(copied.data, newId).map((item) => {
    const { x, y } = item.frame;
    const by = places.has(`${String(x)} ${String(y)}`) ? OFFSET : 0;
    const frame = { ...item.frame, x: x + by, y: y + by };
    return item.kind === 'dashlet'
      ? { ...item, frame, variables: item.variables.filter((id) => known.has(id)) }
      : { ...item, frame };
  });
}
