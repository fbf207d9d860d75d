import { addAll } from '../add-all.ts';
import { looseFields, looseNumber, looseRows, looseText, type LooseFields } from '../lenient.ts';

const PAGE_ROWS = 5_000;
const MAX_PAGES = 500;

type ReadPage = (query: string) => Promise<unknown>;

/** Rows of bulk state: pages continue behind the id of their last row. */
export async function statePages(request: ReadPage): Promise<readonly LooseFields[]> {
  const rows: LooseFields[] = [];
  let next = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const response = looseFields(await request(`count=${String(PAGE_ROWS)}${next}`));
    addAll(rows, looseRows(response['data']));
    const info = looseFields(response['pageInfo']);
    const endId = looseText(info, 'endId');
    if (info['moreEntries'] !== true || endId === '') break;
    next = `&startId=${encodeURIComponent(endId)}`;
  }
  return rows;
}

/** Rows of bulk statistics: pages continue with a scroll, which takes no dates. */
export async function statisticsPages(request: ReadPage, period: string): Promise<readonly LooseFields[]> {
  const rows: LooseFields[] = [];
  let query = `${period}&count=${String(PAGE_ROWS)}`;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const response = looseFields(await request(query));
    for (const row of looseRows(response['data'])) rows.push(row);
    const info = looseFields(response['pageInfo']);
    const scroll = looseText(info, 'scrollId');
    if (info['hasMoreData'] !== true || scroll === '') break;
    query = `scrollId=${encodeURIComponent(scroll)}`;
  }
  return rows;
}

export const ALARM_ROWS = 1_000;
/** Of one reading: the next one continues. */
const MAX_ALARM_PAGES = 20;

export interface TimedPages {
  readonly rows: readonly LooseFields[];
  /** Everything before was read. */
  readonly untilMs: number;
}

/**
 * Rows between two times, the oldest first: each page continues at the time of the last row, whose rows come again. `ask` returns the
 * first thousand between two times, both included.
 */
export async function timedPages(
  { sinceMs, endMs }: { readonly sinceMs: number; readonly endMs: number },
  request: (sinceMs: number, endMs: number) => Promise<readonly LooseFields[]>,
): Promise<TimedPages> {
  const rows: LooseFields[] = [];
  let fromMs = sinceMs;
  for (let page = 0; page < MAX_ALARM_PAGES; page += 1) {
    const found = await request(fromMs, endMs);
    addAll(rows, found);
    if (found.length < ALARM_ROWS) return { rows, untilMs: endMs };
    const times = found.map((row) => looseNumber(row, 'entry_time') ?? fromMs);
    // A time that was not requested is none.
    const lastMs = Math.min(endMs, Math.max(...times));
    // More rows at one time than a page has: what is behind it would never be read.
    fromMs = lastMs > fromMs ? lastMs : fromMs + 1_000;
  }
  return { rows, untilMs: fromMs };
}
