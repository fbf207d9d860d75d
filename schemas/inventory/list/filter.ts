import { z } from 'zod';
import { ANY_FINDING, findingKinds } from '../../line/line-finding.ts';
import { Prefix } from '../../address/address.ts';
import { Conditions } from './conditions.ts';
import { LiveStates } from './live.ts';
import { inventoryZones } from './zone.ts';

/** Elements without a place (`schemas/inventory/list/orphan.ts`). */
export const ORPHANS = 'orphans';

/** Which elements of a kind are needed; all must hold. */
export const inventoryFilter = {
  /** Words that the properties of an element contain together, without regard to case and accents. */
  q: z.string().trim().max(200).default(''),
  /** `vendor:equals:Cisco|Juniper;city:exists`: all must hold; values are alternatives. */
  where: Conditions.default([]),
  /** `true`: data is collected of them; `false`: of none. */
  active: z.stringbool().optional(),
  /** `true`: their collection was switched, and the processes do not know yet; `false`: they do. */
  takingEffect: z.stringbool().optional(),
  /** Id of the site or device that they belong to. */
  within: z.coerce.number().int().positive().optional(),
  zone: z.enum(inventoryZones).optional(),
  /** Of interfaces: those for which pollers found this out about the line, or anything. */
  finding: z.enum([ANY_FINDING, ...findingKinds]).optional(),
  /** States that they have now: `critical,down`. */
  state: LiveStates.optional(),
  /** Percent that the load of either direction reaches. */
  load: z.coerce.number().min(0).max(1_000).optional(),
  /** Prefix of a client network that their site is in, whole or in part, or `orphans`: those without a place. */
  network: z.union([z.literal(ORPHANS), Prefix]).optional(),
};

const Filter = z.strictObject(inventoryFilter);
export type InventoryFilter = z.output<typeof Filter>;
/** As in an address or a body. */
export type InventoryFilterInput = z.input<typeof Filter>;

/** Elements of a kind: those that are named, or all that match a filter. */
export const ChosenElements = z.union([
  z.strictObject({ ids: z.array(z.int().positive()).min(1).max(10_000) }),
  z.strictObject({ matching: Filter }),
]);
export type ChosenElements = z.output<typeof ChosenElements>;
