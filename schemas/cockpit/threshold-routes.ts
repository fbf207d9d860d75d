import { z } from 'zod';
import { ThresholdSource } from '../alerting/alert.ts';
import { API, route } from '../route.ts';
import { Alarm, OwnThreshold, ThresholdElement, ThresholdTarget } from './cockpit.ts';
import { CustomerBounds } from './customer-bounds.ts';
import { alarmParams } from './routes.ts';
import { Line } from '../text/line.ts';

const Id = z.coerce.number().int().positive();
const Version = z.coerce.number().int().positive();
const path = `${API}/mt/cockpit/:cockpitId/alarms/:alarm/thresholds` as const;

export const listThresholds = route({
  method: 'GET',
  path,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.read',
  summary: 'Threshold overrides of an alarm for the caller’s customers and their elements',
  params: alarmParams,
  reply: z.strictObject({ thresholds: z.array(OwnThreshold) }),
  problems: ['NOT_FOUND', 'COCKPIT_CONFIG_RESTORE_FAILED'],
});

export const setThreshold = route({
  method: 'PUT',
  path,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Override the threshold for a customer or an element',
  params: alarmParams,
  body: z.strictObject({ version: Version, target: ThresholdTarget, value: z.number() }),
  reply: Alarm,
  problems: [
    'NOT_FOUND',
    'CONFLICT',
    'THRESHOLD_INCORRECT',
    'COCKPIT_THRESHOLD_TARGET',
    'COCKPIT_ALARM_SAVE_FAILED',
  ],
});

export const deleteThreshold = route({
  method: 'DELETE',
  path,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Delete the threshold override of a customer or an element',
  params: alarmParams,
  query: z
    .strictObject({ version: Version, customer: Id.optional(), element: Id.optional() })
    .refine(({ customer, element }) => (customer === undefined) !== (element === undefined), {
      error: 'COCKPIT_THRESHOLD_OWNER',
    }),
  reply: Alarm,
  problems: ['NOT_FOUND', 'CONFLICT', 'COCKPIT_ALARM_REMOVE_FAILED'],
});

/** `own`: set by the customer. */
const ChainSource = z.enum([...ThresholdSource.options, 'own']);

/** Candidates for the threshold of an element, nearest first, and the one in force. */
export const ThresholdChain = z.strictObject({
  element: ThresholdElement,
  links: z.array(z.strictObject({ from: ChainSource, name: z.string(), value: z.number().nullable() })),
  inForce: z.strictObject({ from: ChainSource, value: z.number() }),
  /** Within these the customer sets a threshold; null: it does not. */
  bounds: CustomerBounds.nullable(),
  /** What the customer has set; its link has the nearest value within the bounds. */
  own: z.strictObject({ value: z.number(), frozen: z.boolean() }).nullable(),
});
export type ThresholdChain = z.infer<typeof ThresholdChain>;

export const readThresholdChain = route({
  method: 'GET',
  path: `${path}/chain`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.read',
  summary: 'Origin of the threshold in force for an element: element, customer, alarm',
  params: alarmParams,
  query: z.strictObject({ element: Id }),
  reply: ThresholdChain,
  problems: ['NOT_FOUND', 'COCKPIT_THRESHOLD_TARGET', 'COCKPIT_CONFIG_RESTORE_FAILED'],
});

/** With more matches the caller narrows the search. */
export const MAX_ELEMENTS_FOUND = 50;

export const findThresholdElements = route({
  method: 'GET',
  path: `${path}/elements`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.read',
  summary: 'Search elements of an alarm by part of their name or of a parent’s name',
  params: alarmParams,
  query: z.strictObject({ search: Line.max(100).default('') }),
  reply: z.strictObject({ elements: z.array(ThresholdElement).max(MAX_ELEMENTS_FOUND), more: z.boolean() }),
  problems: ['NOT_FOUND', 'COCKPIT_CONFIG_RESTORE_FAILED'],
});
