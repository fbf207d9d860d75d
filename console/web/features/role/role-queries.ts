import { useQuery } from '@tanstack/react-query';
import type { Role } from '#schemas/role/role.ts';
import { listRoles } from '#schemas/role/routes.ts';
import { listUsers } from '#schemas/user/routes.ts';
import { below, routeQuery } from '#web/kernel/query/route-query.ts';

const rolesOf = ({ roles }: { readonly roles: readonly Role[] }) => roles;

export const useRoles = () => useQuery({ ...routeQuery(listRoles), select: rolesOf });

/** What a write to roles changes: also the users who have them. */
export const roleTouches = [below(listRoles), below(listUsers)];
