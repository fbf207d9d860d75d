import { z } from 'zod';
import { API, route } from '../route.ts';
import { BacktestDraft } from './backtest.ts';
import { ThresholdElement } from './cockpit.ts';

export const previewLimits = {
  /** Elements whose values are read; the count of affected elements is exact. */
  maxRead: 20_000,
  /** Elements that are shown. */
  shown: 5,
} as const;

const Id = z.number().int().positive().max(0xffff_ffff);

/** What an alarm definition that is not stored affects now. */
export const AlarmPreview = z.strictObject({
  /** Elements of the caller's customers that the alarm is evaluated on. */
  elements: z.number(),
  /** Of these, elements whose values were read. */
  read: z.number(),
  /** Of these, elements with a value in one of the last windows, and those out of limits. */
  measured: z.number(),
  outOfLimits: z.number(),
  /** Length of a window; null: no element has a value. */
  windowSeconds: z.number().nullable(),
  /** Those furthest out of limits first, then by value towards the threshold, those without a value last. */
  first: z.array(
    z.strictObject({
      element: ThresholdElement,
      value: z.number().nullable(),
      threshold: z.number(),
      outOfLimits: z.boolean(),
    }),
  ),
});
export type AlarmPreview = z.infer<typeof AlarmPreview>;

/** Reads the newest values only; what the alarm would have raised is a backtest. */
export const previewAlarm = route({
  method: 'POST',
  path: `${API}/mt/cockpit/preview`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.read',
  whileReadOnly: true,
  summary:
    'What an alarm definition affects now: its elements, their newest values and how many are out of limits',
  bodyLimit: 64 * 1_024,
  body: z.strictObject({
    draft: BacktestDraft,
    /** The stored alarm that it replaces; its thresholds of customers and elements apply. */
    alarm: Id.optional(),
    /** Cockpit of a new draft: its shares determine the customers. */
    cockpit: Id.optional(),
  }),
  reply: AlarmPreview,
  problems: ['NOT_FOUND', 'COCKPIT_KPI_UNKNOWN', 'TOO_MUCH_DATA'],
  noChange: 'query',
});
