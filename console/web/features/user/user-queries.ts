import { useQuery } from '@tanstack/react-query';
import {
  explainUserRights,
  listUsers,
  listUserTokens,
  readUserChoices,
  listUserSites,
} from '#schemas/user/routes.ts';
import type { User } from '#schemas/user/user.ts';
import { below, routeQuery } from '#web/kernel/query/route-query.ts';

const usersOf = ({ users }: { readonly users: readonly User[] }) => users;

export const useUsers = () => useQuery({ ...routeQuery(listUsers), select: usersOf });

export const useUserChoices = () => useQuery(routeQuery(readUserChoices));

export const useUserRights = (id: number) => useQuery(routeQuery(explainUserRights, { params: { id } }));

export const useUserTokens = (id: number) => useQuery(routeQuery(listUserTokens, { params: { id } }));

export const useUserSites = (id: number) => useQuery(routeQuery(listUserSites, { params: { id } }));

/** What a write to users changes: everything about users. */
export const userTouches = [below(listUsers)];
