import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const RoleSearch = z.object({
  q: searchValue.text(),
  /** Expanded roles. */
  open: searchValue.ids(),
  /** Roles selected for comparison; `compared`: the comparison is open. */
  select: searchValue.ids(),
  compared: searchValue.flag(false),
  /** Only permissions that differ. */
  differing: searchValue.flag(true),
  /** The form: `new`, or the id of a role. */
  edit: searchValue.text(),
  /** With `new`: the role to copy. */
  from: searchValue.id(),
});

export const roleSearch = versionedSearch(RoleSearch, []);
export const useRoleSearch = searchHook<z.output<typeof RoleSearch>>('/shell/mt/role');

/** Left out of the address at their default. */
export const roleDefaults = { compared: false, differing: true } as const;
