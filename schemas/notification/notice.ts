import { z } from 'zod';
import { Operator } from '../alerting/alert.ts';
import { Severity } from '../alerting/severity.ts';
import { elementKinds } from '../element/kind.ts';

const Named = z.strictObject({ id: z.number(), name: z.string() });

/** One raise or clear, with the names that were in force when it was read. */
export const SingleNotice = z.strictObject({
  is: z.literal('single'),
  /** Id of the event, hexadecimal. */
  event: z.string(),
  edge: z.enum(['raise', 'clear']),
  /** `severity`: it is told, or no longer, since its severity changed while it runs. */
  cause: z.enum(['rule', 'disabled', 'deleted', 'severity']),
  /** `<alarm>:<element>`: the same in the raise and in the clear that ends it. */
  correlation: z.string(),
  alarm: Named,
  severity: Severity,
  customer: Named,
  site: Named,
  element: Named.extend({ kind: z.enum(elementKinds) }),
  kpi: z.strictObject({ key: z.string(), name: z.string() }),
  description: z.string(),
  /** Where the element is, as far as the alarm names it: nearest first. Jobs of before there was any have none. */
  topology: z.array(z.string()).default([]),
  operator: Operator,
  value: z.number(),
  threshold: z.number(),
  /** End of the window that decided, milliseconds since 1970. */
  atMs: z.number(),
});
export type SingleNotice = z.infer<typeof SingleNotice>;

/** Events of a customer that were too many to be told one by one. */
export const GroupedNotice = z.strictObject({
  is: z.literal('grouped'),
  customer: Named,
  raises: z.int(),
  clears: z.int(),
  /** The worst of them. */
  severity: Severity,
  description: z.string(),
  /** Names of elements, the first ones. */
  elements: z.array(z.strictObject({ name: z.string(), kind: z.enum(elementKinds) })),
  /** When the first and the last of them came in. */
  fromMs: z.number(),
  untilMs: z.number(),
});
export type GroupedNotice = z.infer<typeof GroupedNotice>;

export const Notice = z.discriminatedUnion('is', [SingleNotice, GroupedNotice]);
export type Notice = z.infer<typeof Notice>;

/** How many events a notice tells. */
export const eventsOf = (notice: Notice): number =>
  notice.is === 'single' ? 1 : notice.raises + notice.clears;
