import type { Severity } from '#schemas/alerting/severity.ts';
import type { UserAccess } from '#schemas/inventory/snmp-access.ts';
import type { AlarmMail } from '#schemas/settings/mail/alarm-mail.ts';
import type { Webhook } from '#schemas/settings/webhook/webhook.ts';
import type { Language } from '#schemas/time/locale.ts';

interface TargetIdentity {
  readonly id: number;
  readonly name: string;
  /** Events stored from this time on are sent to it, milliseconds since 1970. */
  readonly activeSinceMs: number;
  /** Receives restricted alarms too. */
  readonly includeRestricted: boolean;
  /** Receives platform events: full streams. */
  readonly notifyPlatformEvents: boolean;
  /** Of its texts. */
  readonly language: Language;
  /** Limits; empty: all. */
  readonly customers: ReadonlySet<number>;
  readonly severities: ReadonlySet<Severity>;
  readonly alarms: ReadonlySet<number>;
}

export interface WebhookTarget
  extends
    TargetIdentity,
    Pick<
      Webhook,
      'service' | 'url' | 'channel' | 'secret' | 'headers' | 'payload' | 'trigger' | 'allowInsecure'
    > {
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
  /** It is the mail of recipients who read another language than that of the target. */
  readonly isTranslation?: boolean;
}

/** A schedule that alarms trigger: its run lists them in a mail. */
export interface ScheduleTarget extends Omit<TargetIdentity, 'name' | 'notifyPlatformEvents' | 'language'> {
  readonly kind: 'schedule';
  readonly trigger: AlarmMail['trigger'];
  readonly sites: ReadonlySet<number>;
}

/** A target of alarm notifications. */
export type DeliveryTarget = WebhookTarget | TrapTarget | MailTarget;

/** Identifies a target in keys, logs and metrics: `webhook-3`. */
export const targetKey = ({ kind, id }: Pick<DeliveryTarget, 'kind' | 'id'>): string =>
  `${kind}-${String(id)}`;
