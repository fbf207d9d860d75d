import { z } from 'zod';
import { assignedKinds } from '#schemas/dashboard/home-routes.ts';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const AssignmentSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  kind: z.enum(assignedKinds).optional().catch(undefined),
});

export const assignmentSearch = versionedSearch(AssignmentSearch, []);
export const useAssignmentSearch = searchHook<z.output<typeof AssignmentSearch>>('/shell/mt/home/assignment');
