import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const BillingSearch = z.object({
  /** A month such as `2026-11`; the last 30 days when absent. */
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
  customer: searchValue.id(),
  sort: searchValue.text(),
  /** The day whose customers are shown. */
  day: z.iso.date().optional().catch(undefined),
  /** The form of the mail is open. */
  mail: searchValue.flag(false),
});

export const billingSearch = versionedSearch(BillingSearch, []);
export const billingDefaults = { mail: false } as const;
export const useBillingSearch = searchHook<z.output<typeof BillingSearch>>('/shell/mt/license');
