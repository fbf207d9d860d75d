import type { UserAccess } from '#schemas/inventory/snmp-access.ts';
import type { Webhook } from '#schemas/settings/webhook/webhook.ts';

interface TargetIdentity {
  readonly id: number;
  readonly name: string;
  /** It is told of what came in from then on, milliseconds since 1970. */
  readonly activeSinceMs: number;
}

export interface WebhookTarget extends TargetIdentity, Omit<Webhook, 'name' | 'enabled'> {
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

/** Who is told of alarms. */
export type Target = WebhookTarget | TrapTarget;

/** Names a target in keys, logs and metrics: `webhook-3`. */
export const targetKey = ({ kind, id }: Pick<Target, 'kind' | 'id'>): string => `${kind}-${String(id)}`;
