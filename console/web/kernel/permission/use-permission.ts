import type { Permission } from '#schemas/permission/catalogue.ts';
import { can } from '#schemas/permission/grants.ts';
import { useSession } from '../session/session.ts';
import { useKernelTexts } from '../text/use-kernel-texts.ts';

/** Whether the signed-in user holds the right. */
export function usePermission(permission: Permission): boolean {
  return can(new Set(useSession().permissions), permission);
}

/** Why the user may not do it, as a sentence for `disabledReason`; undefined when he may. */
export function useRefusal(permission: Permission): string | undefined {
  const text = useKernelTexts();
  const allowed = usePermission(permission);
  const { readOnly } = useSession();
  if (!allowed) return text('needsRight', { permission });
  return readOnly && !permission.endsWith('.read') ? text('readOnly') : undefined;
}
