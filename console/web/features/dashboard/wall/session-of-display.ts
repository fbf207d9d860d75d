import type { Session } from '#schemas/account/routes.ts';
import type { WallScope } from '#schemas/token/routes.ts';

/** What dashboards read of the session of their reader, for a wall that has none: its customers, and no right beyond them. */
export function sessionOfDisplay({ display, customers }: WallScope): Session {
  const ends = display?.expiresAt ?? 0;
  return {
    user: {
      id: 0,
      username: display?.name ?? '',
      firstName: '',
      lastName: '',
      email: '',
      language: null,
      theme: null,
      dates: null,
    },
    role: '',
    permissions: [],
    scopes: ['customer'],
    customers,
    everyCustomer: false,
    modules: ['kpi'],
    readOnly: true,
    idleUntil: ends,
    endsAt: ends,
  };
}
