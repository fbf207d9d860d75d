import { redirect } from '@tanstack/react-router';
import type { Session } from '#schemas/account/routes.ts';
import type { DocumentSearch } from '#web/features/dashboard/document-search.ts';

/**
 * The address of a document of the multi-client space leads users without it to the same document in the space of their customer: of the one
 * whose data it shows, else of the first one, where its selection stands for nothing. There they read whether it is shared with them.
 */
export function leadToOwnCustomer(
  kind: 'dashboard' | 'home',
  { open, for: shown, period, selection }: DocumentSearch,
  { permissions, customers }: Pick<Session, 'permissions' | 'customers'>,
): void {
  const [own, template] =
    kind === 'home'
      ? (['HOME.read', 'TEMPLATE.HOME.read'] as const)
      : (['DASHBOARD.read', 'TEMPLATE.DASHBOARD.read'] as const);
  if (open === undefined || permissions.includes(template) || !permissions.includes(own)) return;
  const named = customers.find(({ id }) => id === shown);
  const { id: customer } = named ?? customers[0] ?? {};
  if (customer === undefined) return;
  const context = { open, ...(period && { period }), ...(named && selection && { selection }) };
  throw redirect({ to: `/${kind}`, search: { ...context, customer }, replace: true });
}
