import { z } from 'zod';
import { MarkedElements } from '../../alerting/element-mark-routes.ts';
import { FieldChange } from '../../audit/event.ts';
import { API, route } from '../../route.ts';

const Id = z.coerce.number().int().positive();

/** What was done to an element, and by whom: an entry of the audit trail, as of one of its elements. */
export const ElementAction = z.strictObject({
  seq: z.int(),
  place: z.int(),
  at: z.iso.datetime(),
  actor: z.string(),
  /**
   * `inventory.note`, `inventory.edit-note`, `inventory.delete-note`, `inventory.activate`, `inventory.deactivate`, `inventory.edit`, `inventory.move`, `inventory.delete`, `discovery.accept`,
   * `import.apply`, `import.undo`.
   */
  action: z.string(),
  /** The motivation, or the file of an import. */
  comment: z.string(),
  element: z.int(),
  /** Kind and path at that time: `device Lyon / edge-1`. */
  name: z.string(),
  changes: z.array(FieldChange),
});
export type ElementAction = z.infer<typeof ElementAction>;

export const listElementActions = route({
  method: 'GET',
  path: `${API}/customers/:customerId/inventory-actions`,
  scope: 'customer',
  needs: 'NETWORK.read',
  summary: 'Changes of the inventory, or of one element, newest first',
  params: z.strictObject({ customerId: Id }),
  query: z.strictObject({
    element: Id.optional(),
    /** Older ones than this place: `seq.place`. */
    before: z
      .string()
      .regex(/^\d{1,15}\.\d{1,9}$/)
      .optional(),
    count: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.strictObject({
    actions: z.array(ElementAction),
    /** `before` of the next page; null on the last page. */
    next: z.string().nullable(),
  }),
});

/** Changes that are marked on charts. */
export const MarkedChanges = z.strictObject({
  /** Oldest first: the newest of the period. */
  changes: z.array(ElementAction),
  /** Of all in the period. */
  count: z.int(),
});
export type MarkedChanges = z.infer<typeof MarkedChanges>;

/** Notes are no changes of the configuration: they are not among them. */
export const listMarkedChanges = route({
  method: 'POST',
  path: `${API}/customers/:customerId/inventory-actions/marks`,
  scope: 'customer',
  needs: 'NETWORK.read',
  summary: 'Configuration changes of the elements of a chart, of their devices and sites, in a period',
  params: z.strictObject({ customerId: Id }),
  body: z
    .strictObject({
      /** Seconds since 1970; `to` is exclusive. */
      from: z.int().min(0),
      to: z.int().max(2 ** 32 - 1),
      elements: MarkedElements,
    })
    .refine(({ from, to }) => from < to, { error: 'START_AFTER_END', path: ['from'] }),
  noChange: 'query',
  reply: MarkedChanges,
  problems: ['CONTEXT_TOO_LARGE'],
});
