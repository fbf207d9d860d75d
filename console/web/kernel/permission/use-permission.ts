import type { Permission } from '#schemas/permission/catalogue.ts';
import { can } from '#schemas/permission/grants.ts';
import type { Route } from '#schemas/route.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useSession } from '../session/session.ts';
import { useKernelTexts } from '../text/use-kernel-texts.ts';
import { permissionName } from './permission-name.ts';

/** Whether the signed-in user holds the right. */
export function usePermission(permission: Permission): boolean {
  return can(new Set(useSession().permissions), permission);
}

/** Why the user may not make this call, as a sentence for `disabledReason`; undefined when he may. */
export function useRefusal({ needs, method }: Pick<Route, 'needs' | 'method'>): string | undefined {
  const text = useKernelTexts();
  const language = useLanguage();
  const { permissions, readOnly } = useSession();
  if (needs !== 'signed-in' && needs !== 'anonymous' && !can(new Set(permissions), needs))
    return text('needsRight', { permission: permissionName(needs, language) });
  return readOnly && method !== 'GET' ? text('readOnly') : undefined;
}
