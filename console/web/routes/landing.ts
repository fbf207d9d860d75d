import type { Session } from '#schemas/account/routes.ts';
import type { MenuEntry } from '#schemas/menu/entry.ts';
import type { ModuleName } from '#schemas/menu/modules.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { visibleMenu } from '#schemas/menu/visible.ts';

type Visitor = Pick<Session, 'permissions' | 'scopes' | 'customers' | 'everyCustomer' | 'modules'>;

/** The component gallery is not what a user comes for; the menu has home pages for everyone, also for those who may read none. */
const isPassedOver = (module: ModuleName, permissions: ReadonlySet<Permission>): boolean =>
  module === 'test' || (module === 'home' && !permissions.has('HOME.read'));

/**
 * The page after sign-in: the alarm counts of all customers, worst first, for those who see several; the alarms of the customer for
 * others; without alarms the first page that the user can open.
 */
export function landingOf(session: Visitor): string | undefined {
  const permissions = new Set(session.permissions);
  const open = session.scopes.flatMap((scope): readonly MenuEntry[] =>
    visibleMenu({ ...session, scope, permissions }).filter(
      ({ module }) => !isPassedOver(module, permissions),
    ),
  );
  const alerting = (scope: MenuEntry['scope']): MenuEntry | undefined =>
    open.find((entry) => entry.module === 'alerting' && entry.scope === scope);
  const across = session.customers.length > 1 ? alerting('cross-customer') : undefined;
  return (across ?? alerting('customer') ?? open[0])?.route;
}
