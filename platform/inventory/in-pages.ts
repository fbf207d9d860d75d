/** Rows of a page: one page takes some milliseconds, and other work runs before the next. */
const PAGE = 4_096;

interface Page {
  /** Only rows with a greater id. */
  readonly after: number;
  readonly count: number;
}

/** Passes every row by ascending id to the handler, read page by page. */
export async function inPages<Row extends { readonly id: number }>(
  read: (page: Page) => Promise<readonly Row[]>,
  take: (row: Row) => void,
): Promise<void> {
  let after = 0;
  for (;;) {
    const rows = await read({ after, count: PAGE });
    for (const row of rows) take(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}
