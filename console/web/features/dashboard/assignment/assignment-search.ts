import { z } from 'zod';
import type { HomeAssignment } from '#schemas/dashboard/home-routes.ts';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** Named here: every page would carry the contract. */
const kinds = ['role', 'profile', 'customer'] as const satisfies readonly HomeAssignment['kind'][];

const AssignmentSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  kind: z.enum(kinds).optional().catch(undefined),
});

export const assignmentSearch = versionedSearch(AssignmentSearch, []);
export const useAssignmentSearch = searchHook<z.output<typeof AssignmentSearch>>('/shell/mt/home/assignment');
