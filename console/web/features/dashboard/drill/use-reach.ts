import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';

interface Reach {
  readonly seesAlarms: boolean;
  /** The pages of the inventory. */
  readonly seesNetwork: boolean;
}

/** Whether a user reads alarms and the inventory. */
export function useReach(): Reach {
  const { modules } = useSession();
  const seesAlarms = usePermission('ALERT.read');
  const seesNetwork = usePermission('NETWORK.read') && modules.includes('inventory');
  return { seesAlarms, seesNetwork };
}
