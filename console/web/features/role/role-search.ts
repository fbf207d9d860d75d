import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** What the screen shows is in its address. */
const RoleSearch = z.object({
  q: searchValue.text(),
  /** Unfolded roles. */
  open: searchValue.ids(),
  /** Roles selected for comparison; `compared`: they are being compared. */
  select: searchValue.ids(),
  compared: searchValue.flag(false),
  /** Rights that differ only. */
  differing: searchValue.flag(true),
  /** The form: `new`, or the id of a role. */
  edit: searchValue.text(),
});
export type RoleSearch = z.output<typeof RoleSearch>;

export const roleSearch = versionedSearch(RoleSearch, []);

/** Left out of the address when they say what they say by default. */
export const roleDefaults = { compared: false, differing: true } as const;
