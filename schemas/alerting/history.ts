import { z } from 'zod';
import { historyLimits } from '../limit/history.ts';
import { API, route } from '../route.ts';
import { DeliveryState } from '../notification/delivery.ts';
import { historyPeriod, withinHistory } from './history-period.ts';
import { Severity } from './severity.ts';

const { maxEvents, maxBuckets } = historyLimits;

const customerParams = z.strictObject({ customerId: z.coerce.number().int().positive() });

/** A notification of an event: to which kind of target, and with which outcome. */
export const EventDelivery = z.strictObject({
  kind: z.enum(['webhook', 'trap', 'mail']),
  state: DeliveryState,
  /** Name of the target. Null: deleted, or its settings are hidden from the caller. */
  target: z.string().nullable(),
});
export type EventDelivery = z.infer<typeof EventDelivery>;

export const PastEvent = z.strictObject({
  event: z.string(),
  edge: z.enum(['raise', 'clear', 'change', 'acknowledge', 'unacknowledge', 'assign', 'unassign']),
  severity: Severity,
  /**
   * `rule`, `disabled` or `deleted`; for a change, the previous severity; for an acknowledgement `user`, `kept`, `worse` or
   * `expired`; for an assignment `user` or `kept`.
   */
  cause: z.string(),
  /** Start and length of the window in which it takes effect, seconds. */
  at: z.number(),
  length: z.number(),
  alarm: z.number(),
  /** Names at that time; empty if deleted before names were recorded. */
  name: z.string(),
  kpi: z.string(),
  site: z.number(),
  siteName: z.string(),
  element: z.number(),
  elementName: z.string(),
  value: z.number(),
  threshold: z.number(),
  /** Who acknowledged or assigned; for acknowledgements, assignments and their ends only. */
  by: z.string().optional(),
  /** To whom it is, or was, assigned. */
  assignee: z.string().optional(),
  /** Who was notified of it, on request; absent: nothing was sent, or longer than 30 days ago. */
  notified: z.array(EventDelivery).optional(),
});
export type PastEvent = z.infer<typeof PastEvent>;

/**
 * Raises, clears and severity changes of a period, newest first, on request with acknowledgements, assignments and their ends, and with who was
 * notified. `next` is the
 * cursor of the next page, null at the end.
 */
export const readAlertHistory = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/history`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Raises, clears and severity changes of a period, newest first',
  params: customerParams,
  query: withinHistory(
    z.strictObject({
      ...historyPeriod,
      acknowledgements: z.stringbool().default(false),
      deliveries: z.stringbool().default(false),
      limit: z.coerce.number().int().min(1).max(maxEvents).default(200),
      cursor: z.string().max(200).optional(),
    }),
  ),
  reply: z.strictObject({ events: z.array(PastEvent), next: z.string().nullable() }),
  problems: ['TOO_MUCH_DATA'],
});

export const AlertTimeline = z.strictObject({
  /** Length of a bucket; buckets are aligned to multiples of it. */
  bucketSeconds: z.number(),
  /** Buckets without a change are omitted. */
  buckets: z.array(
    z.strictObject({
      at: z.number(),
      /** Alarms raised, by severity at that time. */
      critical: z.number(),
      major: z.number(),
      minor: z.number(),
      cleared: z.number(),
      /** Running alarms at the end of the bucket. */
      running: z.number(),
    }),
  ),
  /** Running alarms at the start of the period. */
  running: z.number(),
});
export type AlertTimeline = z.infer<typeof AlertTimeline>;

/** Raised and cleared alarms per bucket. */
export const readAlertTimeline = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/timeline`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Raises, clears and running alarms of a period, by bucket',
  params: customerParams,
  query: withinHistory(
    z.strictObject({
      ...historyPeriod,
      buckets: z.coerce.number().int().min(1).max(maxBuckets).default(96),
    }),
  ),
  reply: AlertTimeline,
  problems: ['TOO_MUCH_DATA'],
});
