import { z } from 'zod';
import { documentText } from '../dashboard/document-text.ts';
import { reportFaults, type SettingsFault } from '../dashboard/settings-fault.ts';
import { translationsWith } from '../dashboard/kind/translations.ts';
import { reportLimits } from '../limit/console.ts';
import { reportDocumentLimits } from '../limit/report.ts';
import { businessHoursOptions } from '../time/business-hours.ts';
import { granularities, mayDisplay } from '../time/granularity.ts';
import { TimeZone, ZoneName } from '../time/time-zone.ts';
import { Paint } from '../brand/paint.ts';
import { ReportItem, ReportKey } from './item.ts';
import { pageLayouts, pageSize, reportFormats } from './page-size.ts';
import { ReportPeriod } from './period.ts';
import { ReportVariable } from './variable.ts';

/** Version of report documents that this product writes. Older ones are migrated, newer ones rejected. */
export const REPORT_VERSION = 2;

const { maxItems, maxItemsInAll, maxVariables, maxSide } = reportDocumentLimits;
const side = z.int().min(100).max(maxSide);

/** One page as it is designed. With a multiplier it is shown once per element. */
export const ReportPage = z.strictObject({
  id: ReportKey,
  /** Empty: its number. */
  title: documentText(),
  layout: z.enum(pageLayouts),
  /** Pixels at 96 dpi, those of the format and layout. */
  width: side,
  height: side,
  background: Paint.optional(),
  /** From the lowest layer to the highest. */
  items: z.array(ReportItem).max(maxItems),
  /** Id of the variable whose elements the page is repeated for; absent: it is shown once. */
  multiplier: ReportKey.optional(),
  /** Ids of the variables that select what all dashlets of the page show. */
  filters: z.array(ReportKey).max(maxVariables).default([]),
  /** It is repeated for the breakdown of the report. A cover page is not. */
  brokenDown: z.boolean().default(true),
});
export type ReportPage = z.infer<typeof ReportPage>;

const shape = {
  version: z
    .int()
    .max(REPORT_VERSION, { error: 'DOCUMENT_NEWER', abort: true })
    .refine((version) => version === REPORT_VERSION, {
      error: 'DOCUMENT_VERSION_UNKNOWN',
      params: { max: REPORT_VERSION },
    }),
  format: z.enum(reportFormats).default('a4'),
  pages: z
    .array(ReportPage)
    .min(1, 'REQUIRED')
    .max(reportLimits.maxPages, { error: 'REPORT_TOO_MANY_PAGES' }),
  variables: z.array(ReportVariable).max(maxVariables).default([]),
  /** Id of the variable whose elements all consecutive pages are repeated for together; absent: none. */
  breakdown: ReportKey.optional(),
  /** Ids of the variables that select what all dashlets of the report show. */
  filters: z.array(ReportKey).max(maxVariables).default([]),
  period: ReportPeriod.default({ kind: 'last', minutes: 24 * 60 }),
  /** Absent: automatic. */
  working: z.enum(granularities).optional(),
  display: z.enum(granularities).optional(),
  businessHours: z.enum(businessHoursOptions as ['24h', ...typeof businessHoursOptions]).default('24h'),
  /** Absent: that of the reader. */
  timeZone: TimeZone.optional(),
  /** Name, description, titles, labels and texts in other languages, by the text as it is written. */
  translations: translationsWith(z.string().max(2_000), 2_000),
};
type Parts = z.infer<z.ZodObject<typeof shape>>;
type Path = SettingsFault['path'];

/** The second and later ones of equal values. */
function repeated(values: readonly { readonly value: string; readonly path: Path }[]): SettingsFault[] {
  const seen = new Set<string>();
  return values.flatMap(({ value, path }) => {
    if (seen.has(value)) return [{ path, code: 'NOT_UNIQUE' as const }];
    seen.add(value);
    return [];
  });
}

interface Use {
  readonly variable: string;
  readonly path: Path;
}

/** Where a document uses its variables. */
function usesIn({ pages, breakdown, filters }: Pick<Parts, 'pages' | 'breakdown' | 'filters'>): Use[] {
  const listed = (ids: readonly string[], at: Path): Use[] =>
    ids.map((variable, index) => ({ variable, path: [...at, 'filters', index] }));
  return [
    ...(breakdown === undefined ? [] : [{ variable: breakdown, path: ['breakdown'] }]),
    ...listed(filters, []),
    ...pages.flatMap((page, index): Use[] => {
      const at = ['pages', index];
      return [
        ...(page.multiplier === undefined
          ? []
          : [{ variable: page.multiplier, path: [...at, 'multiplier'] }]),
        ...listed(page.filters, at),
        ...page.items.flatMap((item, place): Use[] =>
          item.kind === 'dashlet'
            ? item.variables.map((variable, position) => ({
                variable,
                path: [...at, 'items', place, 'variables', position],
              }))
            : [],
        ),
      ];
    }),
  ];
}

function documentFaults(document: Parts): SettingsFault[] {
  const { format, pages, variables, working, display } = document;
  const items = pages.flatMap((page, index) =>
    page.items.map((item, place) => ({ value: item.id, path: ['pages', index, 'items', place, 'id'] })),
  );
  const known = new Set(variables.map(({ choice }) => choice.id));
  return [
    ...repeated(pages.map(({ id }, index) => ({ value: id, path: ['pages', index, 'id'] }))),
    ...repeated(items),
    ...repeated(
      variables.map(({ choice }, index) => ({
        value: choice.id,
        path: ['variables', index, 'choice', 'id'],
      })),
    ),
    ...repeated(
      variables.map(({ name }, index) => ({ value: name.toLowerCase(), path: ['variables', index, 'name'] })),
    ),
    ...(items.length > maxItemsInAll
      ? [{ path: ['pages'], code: 'TOO_LARGE' as const, params: { max: maxItemsInAll } }]
      : []),
    ...usesIn(document).flatMap(({ variable, path }) =>
      known.has(variable) ? [] : [{ path, code: 'INPUT_INVALID' as const }],
    ),
    ...pages.flatMap(({ layout, width, height }, index) => {
      const size = pageSize(format, layout);
      return size.width === width && size.height === height
        ? []
        : [{ path: ['pages', index, 'width'], code: 'INPUT_INVALID' as const }];
    }),
    ...(working !== undefined && display !== undefined && !mayDisplay(working, display)
      ? [{ path: ['display'], code: 'DISPLAY_GRANULARITY_TOO_FINE' as const }]
      : []),
  ];
}

/** Content of a report or a report template. */
export const ReportDocument = z.strictObject(shape).superRefine(reportFaults(documentFaults));
/** One that is stored: its time zone may be unknown to this process, which then falls back to another. */
export const StoredReport = z
  .strictObject({ ...shape, timeZone: ZoneName.optional() })
  .superRefine(reportFaults(documentFaults));
export type ReportDocument = z.infer<typeof ReportDocument>;

/** All but what is within the pages. */
const ReportOfPages = z
  .strictObject({ ...shape, pages: z.array(z.custom<ReportPage>()).min(1).max(reportLimits.maxPages) })
  .superRefine(reportFaults(documentFaults));

/** Returns whether a draft can be saved: of one with a thousand items, the pages that have changed since the last call are parsed. */
export function reportCheck(): (document: ReportDocument) => boolean {
  const known = new WeakMap<ReportPage, boolean>();
  const isValidPage = (page: ReportPage): boolean => {
    const isValid = known.get(page) ?? ReportPage.safeParse(page).success;
    known.set(page, isValid);
    return isValid;
  };
  return (document) => document.pages.every(isValidPage) && ReportOfPages.safeParse(document).success;
}
/** A document before defaults. */
export type WrittenReport = z.input<typeof ReportDocument>;

/** A page without items. */
export const emptyPage = (
  id: string,
  format: ReportDocument['format'] = 'a4',
  layout: ReportPage['layout'] = 'landscape',
): ReportPage => ({
  id,
  title: '',
  layout,
  ...pageSize(format, layout),
  items: [],
  filters: [],
  brokenDown: true,
});

export const emptyReport: ReportDocument = ReportDocument.parse({
  version: REPORT_VERSION,
  pages: [emptyPage('p1')],
});
