/** Rows of a page: reading and making them takes some milliseconds, and others have their turn before the next. */
const PAGE = 4_096;

interface Page {
  /** Rows of greater ids are wanted. */
  readonly after: number;
  readonly count: number;
}

/** Hands over every row by ascending id, read page by page. */
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
