import { z } from 'zod';
import { API, route } from '../../route.ts';
import { ChosenElements } from '../list/filter.ts';
import { inventoryKinds } from '../list/inventory-kind.ts';
import { ElementDifference, MAX_EDITED } from './attribute-routes.ts';
import { CHOSEN_BODY_LIMIT } from './collection-routes.ts';

const Id = z.int().positive();
const Count = z.int().nonnegative();

/** The site that devices move to; `customer` is its customer, whom the caller sees too. */
const MoveTarget = z.strictObject({ customer: Id, site: Id });
export type MoveTarget = z.infer<typeof MoveTarget>;

/** What follows from a move. */
export const MoveExtent = z.strictObject({
  /** Interfaces, classes, probes, tunnels and so on, which go along, by kind. */
  children: z.array(z.strictObject({ kind: z.enum(inventoryKinds), count: Count })),
  /** Addresses whose flows belong to the new site from now on. */
  exporters: Count,
  /** Running alarms; they clear. */
  alarms: Count,
  /** Silences and maintenance windows that no longer cover them, and those of the new site, which do from now on. */
  silences: Count,
  silencesThere: Count,
  /** Areas and clusters of the old sites, or of the new one, but not of both. */
  clusters: Count,
  /** To another customer only: what names the elements, and loses them. */
  dashboards: Count,
  thresholds: Count,
  attributions: Count,
  /** To another customer only: they stay with the customer of today, with all measures. */
  pastAlarms: Count,
});
export type MoveExtent = z.infer<typeof MoveExtent>;

const params = z.strictObject({ customerId: z.coerce.number().int().positive() });
const PATH = `${API}/customers/:customerId/inventory/device/move`;

export const previewMove = route({
  method: 'POST',
  path: `${PATH}/preview`,
  scope: 'customer',
  needs: 'NETWORK.write',
  summary: 'What a move of devices to a site of the same or another customer would change',
  params,
  body: z.strictObject({ chosen: ChosenElements, target: MoveTarget }),
  bodyLimit: CHOSEN_BODY_LIMIT,
  noChange: 'query',
  reply: z.strictObject({ elements: z.array(ElementDifference), extent: MoveExtent }),
  problems: ['NOT_FOUND', 'SELECTION_TOO_LARGE'],
});

/**
 * Devices move with all that belongs to them. Within a customer they keep their ids and their history. To another customer they get new
 * ids: measures, past alarms and the log stay with the customer of today.
 */
export const moveDevices = route({
  method: 'POST',
  path: PATH,
  scope: 'customer',
  needs: 'NETWORK.write',
  summary: 'Move devices to a site of the same or another customer, all or none',
  params,
  body: z.strictObject({
    /** With the version that the preview showed. */
    elements: z
      .array(z.strictObject({ id: Id, version: z.string().max(64) }))
      .min(1)
      .max(MAX_EDITED),
    target: MoveTarget,
  }),
  bodyLimit: CHOSEN_BODY_LIMIT,
  reply: z.strictObject({
    /** The moved devices with their present ids, their versions, and the sites that they come from: enough to move them back. */
    moved: z.array(z.strictObject({ id: Id, version: z.string(), from: Id })),
  }),
  problems: ['NOT_FOUND', 'CONFLICT', 'NAME_TAKEN', 'NETWORK_ADDRESS_TAKEN', 'NETWORK_ADDRESS_OF_OTHERS'],
});
