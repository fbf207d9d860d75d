import { z } from 'zod';
import { ElementFilter, filteredKinds } from '../data/element-filter.ts';
import { elementKinds } from '../element/kind.ts';
import { KpiKeyText } from '../kpi/key.ts';
import { dataLimits } from '../limit/data.ts';
import { elementMarkLimits } from '../limit/element-mark.ts';
import { historyLimits } from '../limit/history.ts';
import { API, route } from '../route.ts';
import { DAY_MS, SECOND_MS } from '../time/duration.ts';
import { DefinitionChange } from './definition-change.ts';
import { Severity } from './severity.ts';

/** The longest period whose marks are read. */
export const MAX_MARKED_SECONDS = (historyLimits.maxDays * DAY_MS) / SECOND_MS;

/** What is marked in the background of charts over time. */
export const elementMarks = ['alarms', 'silences', 'definitions'] as const;

/** Elements of a kind, as data requests select them. */
const Marked = z.strictObject({
  element: z.enum(filteredKinds),
  filters: z.array(ElementFilter).max(dataLimits.maxFilters).default([]),
});

/** The elements of a chart. */
export const MarkedElements = z.array(Marked).min(1, 'REQUIRED').max(elementMarkLimits.maxKinds);

const Query = z
  .strictObject({
    /** Seconds since 1970; `to` is exclusive. */
    from: z.int().min(0),
    to: z.int().max(2 ** 32 - 1),
    marks: z.array(z.enum(elementMarks)).min(1, 'REQUIRED'),
    elements: MarkedElements,
    /** Alarms on these KPIs have definitions that are compared, besides those that ran. */
    kpis: z.array(KpiKeyText).max(dataLimits.maxSeries).default([]),
  })
  .refine(({ from, to }) => from < to, { error: 'START_AFTER_END', path: ['from'] })
  .refine(({ from, to }) => to - from <= MAX_MARKED_SECONDS, {
    error: 'PERIOD_TOO_LONG',
    path: ['from'],
    params: { days: historyLimits.maxDays },
  });
export type ElementMarkQuery = z.infer<typeof Query>;

/** Seconds since 1970, cut to the period; null: it lasts longer. */
const span = { from: z.number(), until: z.number().nullable() };

export const ElementMarks = z.strictObject({
  /** When alarms ran, oldest first. */
  alarms: z.array(
    z.strictObject({
      alarm: z.number(),
      /** Names at the time of its raise; empty where they are not known any more. */
      name: z.string(),
      element: z.number(),
      elementName: z.string(),
      /** Absent: it is not in the inventory any more. */
      elementKind: z.enum(elementKinds).optional(),
      severity: Severity,
      ...span,
    }),
  ),
  silences: z.array(
    z.strictObject({ silence: z.number(), reason: z.string(), maintenance: z.boolean(), ...span }),
  ),
  /** Changes of definitions, oldest first; of thresholds those of one of the elements. */
  definitions: z.array(
    z.strictObject({ alarm: z.number(), name: z.string(), kpi: z.string(), ...DefinitionChange.shape }),
  ),
  /** Older ones are left out. */
  isCut: z.boolean(),
});
export type ElementMarks = z.infer<typeof ElementMarks>;

/** Of the elements at sites that the caller may see, and of the alarms that they may see. */
export const listElementMarks = route({
  method: 'POST',
  path: `${API}/customers/:customerId/alert/marks`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'When alarms ran on elements, when these were silenced, and when definitions changed in a period',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  body: Query,
  noChange: 'query',
  reply: ElementMarks,
  problems: ['CONTEXT_TOO_LARGE', 'TOO_MUCH_DATA'],
});
