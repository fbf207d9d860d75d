import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { systemResolve } from '#platform/outbound/find-address.ts';
import { networkList } from '#platform/outbound/internal-address.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';
import type { AccessStore } from '../../../kernel/access/access-store.ts';
import type { Cookies } from '../../../kernel/session/cookies.ts';
import type { SignInFlow } from '../../../kernel/session/sign-in-flow.ts';
import type { ExtraReach } from './extra-attributes.ts';
import { IdentityRepository } from '../../../shared/identity/identity-repository.ts';
import { SamlMessageStore } from './saml-message-store.ts';
import { SamlSettingsRepository } from './saml-settings-repository.ts';

export interface SamlNeeds {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretBox;
  readonly access: AccessStore;
  readonly signInFlow: SignInFlow;
  readonly publicUrl: string;
  readonly ids: IdSource;
  readonly cookies: Cookies;
  /** Internal networks in which the source of extra attributes may be. */
  readonly samlAllowedNetworks?: readonly string[] | undefined;
}

export interface SamlServices extends SamlNeeds {
  readonly settings: SamlSettingsRepository;
  readonly messages: SamlMessageStore;
  readonly identities: IdentityRepository;
  readonly extra: ExtraReach;
}

export function openSaml(needs: SamlNeeds, signal: AbortSignal): SamlServices {
  const messages = new SamlMessageStore(needs);
  const sweep = async (): Promise<void> => {
    try {
      await messages.deleteExpired();
    } catch (error) {
      needs.log.warn({ err: error }, 'saml message sweep failed');
    }
  };
  needs.clock.every(HOUR_MS, sweep, signal);
  return {
    ...needs,
    messages,
    settings: new SamlSettingsRepository(needs),
    identities: new IdentityRepository(needs),
    extra: { resolve: systemResolve, allowed: networkList(needs.samlAllowedNetworks ?? []) },
  };
}
