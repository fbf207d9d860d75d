import type { DashletTable } from './read-report.ts';
import { seriesOf, type WordContext } from './result-table.ts';

/** The title of a dashlet, else what it shows, with the elements that its page is shown for. */
export function dashletName(table: DashletTable, context: WordContext): string {
  const { dashlet, page } = table;
  const title = dashlet.title === '' ? (seriesOf(table, context)[0]?.name ?? '') : dashlet.title;
  return [title, ...page.elements.map(({ label }) => label)].filter((part) => part !== '').join(' · ');
}
