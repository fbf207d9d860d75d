import { usePermission } from '../permission/use-permission.ts';
import { useShellContext } from '../shell/use-shell-context.ts';
import { useAlerts } from './alert-feed.ts';
import { useCounts } from './count-feed.ts';

/** Number of unhandled alarms of the page's scope; undefined where none are counted. The header keeps it current. */
export function useUnhandled(): number | undefined {
  const { session, scope, customer } = useShellContext();
  const allowed = usePermission('ALERT.read') && session.modules.includes('alerting');
  const own = useAlerts(allowed && scope === 'customer' ? customer?.id : undefined).data;
  const all = useCounts(allowed && scope === 'cross-customer').data;
  return scope === 'customer' ? own?.counts.unhandled : all?.nbUnhandled;
}
