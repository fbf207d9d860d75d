import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listAssignees } from '#schemas/alerting/assignment-routes.ts';
import type { Assignee } from '#schemas/alerting/mark.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { useAssignmentTexts } from './texts/en.ts';

export const assigneeKey = ({ kind, id }: Pick<Assignee, 'kind' | 'id'>): string => `${kind}:${String(id)}`;

/** The user first, then the users and roles that match what is typed. */
export function useAssignees(customerId: number) {
  const text = useAssignmentTexts();
  const { user } = useSession();
  const nameOfRole = useBuiltInName('role');
  const [search, setSearch] = useState('');
  const { data } = useQuery({
    ...routeQuery(listAssignees, { params: { customerId }, query: { search } }),
    placeholderData: keepPreviousData,
  });
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username;
  const me: Assignee = { kind: 'user', id: user.id, name };
  const users = (data?.users ?? []).filter(({ id }) => id !== user.id);
  const found = new Map<string, Assignee>([
    [assigneeKey(me), me],
    ...users.map(({ id, name: of }) => [`user:${String(id)}`, { kind: 'user', id, name: of }] as const),
    ...(data?.roles ?? []).map(
      ({ id, name: of }) => [`role:${String(id)}`, { kind: 'role', id, name: of }] as const,
    ),
  ]);
  const usernames = new Map(users.map(({ id, username }) => [`user:${String(id)}`, username]));
  const options = [...found].map(([value, { kind, name: of }]) => ({
    value,
    label: value === assigneeKey(me) ? text('me', { name }) : kind === 'role' ? nameOfRole(of) : of,
    right: kind === 'role' ? text('role') : (usernames.get(value) ?? user.username),
    group: text(kind === 'role' ? 'roles' : 'users'),
  }));
  return { me, found, options, more: data?.more === true, setSearch };
}
