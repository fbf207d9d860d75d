import { z } from 'zod';
import { dashboardLimits } from '../limit/dashboard.ts';
import { businessHoursOptions } from '../time/business-hours.ts';
import { granularities, mayDisplay } from '../time/granularity.ts';
import { TimeZone, ZoneName } from '../time/time-zone.ts';
import { MAX_PERIOD_MINUTES } from './period/dashlet-period.ts';
import { Dashlet } from './dashlets.ts';
import { DocumentFilter } from './document-filter.ts';
import { documentText } from './document-text.ts';
import { reportFaults, type SettingsFault } from './settings-fault.ts';
import { translationsWith } from './kind/translations.ts';

/** Version of documents that this product writes. Older ones are migrated (`migrations.ts`), newer ones rejected. */
export const DOCUMENT_VERSION = 3;

/** Up to now, or a fixed one in seconds since 1970. */
export const LinkedPeriod = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('last'), minutes: z.int().min(5).max(MAX_PERIOD_MINUTES) }),
  z
    .strictObject({
      kind: z.literal('fixed'),
      from: z.int().min(0),
      to: z.int().max(2 ** 32 - 1),
    })
    .refine(({ from, to }) => from < to, { error: 'START_AFTER_END', path: ['from'] }),
]);

/** The period that a document opens with. */
const DocumentPeriod = LinkedPeriod.default({ kind: 'last', minutes: 24 * 60 });
export type DocumentPeriod = z.infer<typeof DocumentPeriod>;

const Grid = z
  .strictObject({
    /** Height of a row in pixels. */
    rowHeight: z.int().min(16).max(120).default(32),
    /** Pixels between dashlets. */
    gap: z.int().min(0).max(48).default(8),
  })
  .prefault({});

const shape = {
  version: z
    .int()
    .max(DOCUMENT_VERSION, { error: 'DOCUMENT_NEWER', abort: true })
    .refine((version) => version === DOCUMENT_VERSION, {
      error: 'DOCUMENT_VERSION_UNKNOWN',
      params: { max: DOCUMENT_VERSION },
    }),
  grid: Grid,
  dashlets: z.array(Dashlet).max(dashboardLimits.maxDashlets),
  filters: z.array(DocumentFilter).max(dashboardLimits.maxFilters).default([]),
  period: DocumentPeriod,
  /** Absent: automatic. */
  working: z.enum(granularities).optional(),
  display: z.enum(granularities).optional(),
  businessHours: z.enum(businessHoursOptions as ['24h', ...typeof businessHoursOptions]).default('24h'),
  /** Absent: that of the reader. */
  timeZone: TimeZone.optional(),
  /** Name, description, titles and labels in other languages, by the text as it is written: one that is changed has none. */
  translations: translationsWith(documentText(200), 200),
};

/** The places of the second and later ones with the same key. */
const repeated = <Item>(items: readonly Item[], key: (item: Item) => string): number[] =>
  items.flatMap((item, index) =>
    items.findIndex((other) => key(other) === key(item)) < index ? [index] : [],
  );

type Parts = z.infer<z.ZodObject<typeof shape>>;

function documentFaults({ dashlets, filters, working, display }: Parts): SettingsFault[] {
  const isTooFine = working !== undefined && display !== undefined && !mayDisplay(working, display);
  return [
    ...repeated(dashlets, ({ id }) => id).map((index) => ({
      path: ['dashlets', index, 'id'],
      code: 'NOT_UNIQUE' as const,
    })),
    ...repeated(filters, ({ id }) => id).map((index) => ({
      path: ['filters', index, 'id'],
      code: 'NOT_UNIQUE' as const,
    })),
    ...repeated(filters, ({ element, relation }) => `${element} ${relation ?? ''}`).map((index) => ({
      path: ['filters', index, 'element'],
      code: 'FILTER_DUPLICATE' as const,
    })),
    ...(isTooFine ? [{ path: ['display'], code: 'DISPLAY_GRANULARITY_TOO_FINE' as const }] : []),
  ];
}

/** Content of a dashboard, a home page or a template. */
export const DashboardDocument = z.strictObject(shape).superRefine(reportFaults(documentFaults));
/** One that is stored: its time zone may be unknown to this process, which then falls back to another. */
export const StoredDocument = z
  .strictObject({ ...shape, timeZone: ZoneName.optional() })
  .superRefine(reportFaults(documentFaults));
export type DashboardDocument = z.infer<typeof DashboardDocument>;
/** A document before defaults. */
export type WrittenDocument = z.input<typeof DashboardDocument>;

export const emptyDocument: DashboardDocument = DashboardDocument.parse({
  version: DOCUMENT_VERSION,
  dashlets: [],
});
