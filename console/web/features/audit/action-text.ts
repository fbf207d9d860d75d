import type { AuditEvent } from '#schemas/audit/event.ts';
import type { AuditText } from './audit-text.ts';
import { actionsEn } from './texts/actions-en.ts';

type ActionKey = keyof typeof actionsEn;
const isKnown = (key: string): key is ActionKey => Object.hasOwn(actionsEn, key);

/** What was done, in words; by method and path where there are none. */
export function actionText({ action, code }: Pick<AuditEvent, 'action' | 'code'>, text: AuditText): string {
  const key = `action-${action}`;
  const done = isKnown(key) ? text(key) : action;
  return code === null ? done : `${done} · ${code}`;
}
