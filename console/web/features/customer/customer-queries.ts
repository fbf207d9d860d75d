import { useQuery } from '@tanstack/react-query';
import { readSession } from '#schemas/account/routes.ts';
import { listCustomers } from '#schemas/customer/routes.ts';
import { listProfiles, type Profile } from '#schemas/profile/routes.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';

export const useCustomers = () => useQuery(routeQuery(listCustomers));

const profilesOf = ({ profiles }: { readonly profiles: readonly Profile[] }) => profiles;

export const useProfiles = () => useQuery({ ...routeQuery(listProfiles), select: profilesOf });

/** What a write to customers or profiles changes: the session lists the customers. */
export const customerTouches = [listCustomers, listProfiles, readSession];
