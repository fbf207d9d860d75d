import type { AuditEvent } from '#schemas/audit/event.ts';
import type { AuditText } from './audit-text.ts';
import { actionsEn } from './texts/actions-en.ts';

type ActionKey = keyof typeof actionsEn;
const isKnown = (key: string): key is ActionKey => Object.hasOwn(actionsEn, key);

/** The action as text; method and path where it has none. */
export function actionText({ action, code }: Pick<AuditEvent, 'action' | 'code'>, text: AuditText): string {
  const key = `action-${action}`;
  const done = isKnown(key) ? text(key) : action;
  return code === null ? done : `${done} · ${code}`;
}
