import { redirect } from '@tanstack/react-router';
import type { Session } from '#schemas/account/routes.ts';
import type { DocumentSearch } from '#web/features/dashboard/document-search.ts';

const rights = {
  home: { own: 'HOME.read', template: 'TEMPLATE.HOME.read' },
  dashboard: { own: 'DASHBOARD.read', template: 'TEMPLATE.DASHBOARD.read' },
  report: { own: 'REPORT.read', template: 'TEMPLATE.REPORT.read' },
} as const;

/** Whether the user reads documents of a customer, and not those of the multi-client space. */
const readsOwn = (kind: keyof typeof rights, { permissions }: Pick<Session, 'permissions'>): boolean =>
  permissions.includes(rights[kind].own) && !permissions.includes(rights[kind].template);

/**
 * The address of a document of the multi-client space leads users without it to the same document in the space of their customer: of the one
 * whose data it shows, else of the first one, where its selection stands for nothing. There they read whether it is shared with them.
 */
export function leadToOwnCustomer(
  kind: keyof typeof rights,
  { open, for: shown, period, selection }: DocumentSearch,
  session: Pick<Session, 'permissions' | 'customers'>,
): void {
  const { customers } = session;
  if (open === undefined || !readsOwn(kind, session)) return;
  const named = customers.find(({ id }) => id === shown);
  const { id: customer } = named ?? customers[0] ?? {};
  if (customer === undefined) return;
  const context = { open, ...(period && { period }), ...(named && selection && { selection }) };
  throw redirect({ to: `/${kind}`, search: { ...context, customer }, replace: true });
}
