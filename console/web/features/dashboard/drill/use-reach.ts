import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';

/** Whether a user reads alarms and the inventory. */
export function useReach() {
  const { modules } = useSession();
  const seesAlarms = usePermission('ALERT.read');
  const seesNetwork = usePermission('NETWORK.read') && modules.includes('inventory');
  return { seesAlarms, seesNetwork };
}
