import { z } from 'zod';
import type { EquipmentLevel } from '#schemas/polling/poller.ts';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** Provided by the product, or defined by administrators. */
export const origins = ['built-in', 'defined'] as const;

/** Named here: every page would carry the contract. */
const levels = ['device', 'interface'] as const satisfies readonly EquipmentLevel[];

const PollingSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  level: z.enum(levels).optional().catch(undefined),
  origin: z.enum(origins).optional().catch(undefined),
  /** Deactivated pollers are shown as well. */
  deactivated: searchValue.flag(true),
  /** The poller with open details. */
  open: searchValue.text(),
  /** The form: `new`, or the id of a poller. */
  edit: searchValue.text(),
  /** With `new`: the poller to copy. */
  from: searchValue.text(),
  /** The poller that is tested on a device. */
  test: searchValue.text(),
});

/** Defaults that the address leaves out. */
export const pollingDefaults = { deactivated: true } as const;

export const pollingSearch = versionedSearch(PollingSearch, []);
/** Reads and changes the address of the page of pollers. */
export const usePollingSearch = searchHook<z.output<typeof PollingSearch>>('/shell/mt/polling');
