import type { Language } from '../time/locale.ts';
import type { ReportFormat } from './page-size.ts';
import type { VariableSelection } from './resolve.ts';

/**
 * The page that prints a report: all resolved pages, one after another, without anything of the console around them. Its root has
 * these attributes.
 */
export const printAttributes = {
  /** `true` once every dashlet has its result, or its problem: what is printed is complete. */
  ready: 'data-ready',
  /** Number of resolved pages. */
  pages: 'data-pages',
  /** `true`: there were more pages than the maximum. */
  truncated: 'data-truncated',
  /** Number of dashlets that show a problem instead of values. */
  failed: 'data-failed',
  /** Code of a problem for which nothing is printed, such as `REPORT_UNAVAILABLE`. */
  problem: 'data-problem',
} as const;

/** The element of each page has this class and a CSS page of its size. */
export const PRINT_PAGE_CLASS = 'tt-report-sheet';

interface PrintOrder {
  readonly report: number;
  /** In whose space the report is printed. */
  readonly customer: number;
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
  readonly language: Language;
  /** Absent: that of the report. */
  readonly format?: ReportFormat | undefined;
  readonly variables?: VariableSelection | undefined;
}

/** Selections in an address: `site:1.2,device:` */
const variablesText = (variables: VariableSelection): string =>
  Object.entries(variables)
    .map(([variable, ids]) => `${variable}:${ids.join('.')}`)
    .join(',');

export function variablesFrom(text: string): VariableSelection {
  const parts = text.split(',').flatMap((part) => {
    const [variable = '', ids = ''] = part.split(':');
    if (!/^[\w-]{1,40}$/.test(variable)) return [];
    const numbers = ids.split('.').filter(Boolean).map(Number);
    return numbers.every((id) => Number.isSafeInteger(id) && id >= 0) ? [[variable, numbers] as const] : [];
  });
  return Object.fromEntries(parts);
}

/** The address that prints a report, below the address of the console. */
export function printAddress(order: PrintOrder): string {
  const { report, customer, from, to, timeZone, language, format, variables = {} } = order;
  const query = new URLSearchParams({
    customer: String(customer),
    from: String(from),
    to: String(to),
    zone: timeZone,
    language,
    ...(format && { format }),
  });
  if (Object.keys(variables).length > 0) query.set('variables', variablesText(variables));
  return `/report/${String(report)}/print?${query.toString()}`;
}
