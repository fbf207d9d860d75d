import type { Permission } from '#schemas/permission/catalogue.ts';
import { can } from '#schemas/permission/grants.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useSession } from '../session/session.ts';
import { useKernelTexts } from '../text/use-kernel-texts.ts';
import { lackOf } from './lack-of.ts';
import type { Call } from './lack-of.ts';
import { permissionName } from './permission-name.ts';

/** Whether the signed-in user holds the right. */
export function usePermission(permission: Permission): boolean {
  return can(new Set(useSession().permissions), permission);
}

/** Why the user may never make this call, as a sentence; undefined when he may, or could on a server that is not read-only. */
export function useLack(call: Call): string | undefined {
  const text = useKernelTexts();
  const language = useLanguage();
  const lack = lackOf(useSession(), call);
  if (lack === undefined) return undefined;
  return lack === 'every-customer'
    ? text('needsEveryCustomer')
    : text('needsRight', { permission: permissionName(lack, language) });
}

/** Why the user may not make this call, as a sentence for `disabledReason`; undefined when he may. */
export function useRefusal(call: Call): string | undefined {
  const text = useKernelTexts();
  const { readOnly } = useSession();
  return useLack(call) ?? (readOnly && call.method !== 'GET' ? text('readOnly') : undefined);
}
