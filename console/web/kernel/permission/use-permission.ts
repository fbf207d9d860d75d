import type { Permission } from '#schemas/permission/catalogue.ts';
import { can } from '#schemas/permission/grants.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useSession } from '../session/session.ts';
import { useKernelTexts } from '../text/en.ts';
import { type PermissionCall, missingPermission } from './missing-permission.ts';
import { permissionName } from './permission-name.ts';

/** Whether the signed-in user has the permission. */
export function usePermission(permission: Permission): boolean {
  return can(new Set(useSession().permissions), permission);
}

/** The permission or scope this call needs and the user lacks, as a sentence. Ignores a read-only server. */
export function useMissingPermission(call: PermissionCall): string | undefined {
  const text = useKernelTexts();
  const language = useLanguage();
  const missing = missingPermission(useSession(), call);
  if (missing === undefined) return undefined;
  return missing === 'every-customer'
    ? text('needsEveryCustomer')
    : text('needsRight', { permission: permissionName(missing, language) });
}

/** Why the user cannot make this call, as a sentence for `disabledReason`. Undefined when they can. */
export function useDisabledReason(call: PermissionCall): string | undefined {
  const text = useKernelTexts();
  const { readOnly } = useSession();
  return useMissingPermission(call) ?? (readOnly && call.method !== 'GET' ? text('readOnly') : undefined);
}
