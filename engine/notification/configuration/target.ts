import type { Severity } from '#schemas/alerting/severity.ts';
import type { UserAccess } from '#schemas/inventory/snmp-access.ts';
import type { AlarmMail } from '#schemas/settings/mail/alarm-mail.ts';
import type { Webhook } from '#schemas/settings/webhook/webhook.ts';

interface TargetIdentity {
  readonly id: number;
  readonly name: string;
  /** It is told of what came in from then on, milliseconds since 1970. */
  readonly activeSinceMs: number;
  /** Told of restricted alarms too. */
  readonly restricted: boolean;
  /** Told of full streams. */
  readonly platform: boolean;
}

export interface WebhookTarget
  extends TargetIdentity, Omit<Webhook, 'name' | 'enabled' | 'restricted' | 'platform'> {
  readonly kind: 'webhook';
}

export interface TrapTarget extends TargetIdentity {
  readonly kind: 'trap';
  readonly host: string;
  readonly port: number;
  readonly inform: boolean;
  readonly access:
    | { readonly version: 'v2c'; readonly community: string }
    | Pick<UserAccess, 'version' | 'user' | 'auth' | 'priv'>;
}

export interface MailTarget
  extends TargetIdentity, Pick<AlarmMail, 'recipients' | 'trigger' | 'grouping' | 'subject' | 'body'> {
  readonly kind: 'mail';
  /** Empty: all of them. */
  readonly customers: ReadonlySet<number>;
  readonly severities: ReadonlySet<Severity>;
  readonly alarms: ReadonlySet<number>;
}

/** Who is told of alarms. */
export type Target = WebhookTarget | TrapTarget | MailTarget;

/** Names a target in keys, logs and metrics: `webhook-3`. */
export const targetKey = ({ kind, id }: Pick<Target, 'kind' | 'id'>): string => `${kind}-${String(id)}`;
