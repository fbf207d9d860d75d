import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Log } from '#platform/log/log.ts';
import { systemResolve } from '#platform/outbound/find-address.ts';
import { networkList } from '#platform/outbound/internal-address.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';
import type { AccessStore } from '../../../kernel/access/access-store.ts';
import type { Cookies } from '../../../kernel/session/cookies.ts';
import type { SignInFlow } from '../../../kernel/session/sign-in-flow.ts';
import { IdentityRepository } from '../../../shared/identity/identity-repository.ts';
import type { OidcReach } from './guarded-fetch.ts';
import { OidcConfigurations } from './oidc-configurations.ts';
import { OidcProviderRepository } from './oidc-provider-repository.ts';
import { OidcRequestStore } from './oidc-request-store.ts';
import { OidcTokenStore } from './oidc-token-store.ts';

export interface OidcNeeds {
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
  /** Internal networks in which providers may be. */
  readonly oidcAllowedNetworks?: readonly string[] | undefined;
}

export interface OidcServices extends OidcNeeds {
  readonly providers: OidcProviderRepository;
  readonly configurations: OidcConfigurations;
  readonly requests: OidcRequestStore;
  readonly tokens: OidcTokenStore;
  readonly identities: IdentityRepository;
  readonly reach: OidcReach;
}

/** Sign-in by OpenID Connect providers. Deletes expired requests until the signal aborts. */
export function openOidc(needs: OidcNeeds, signal: AbortSignal): OidcServices {
  const reach = { resolve: systemResolve, allowed: networkList(needs.oidcAllowedNetworks ?? []) };
  const requests = new OidcRequestStore(needs);
  const tokens = new OidcTokenStore(needs);
  const sweep = async (): Promise<void> => {
    try {
      await requests.deleteExpired();
      await tokens.deleteExpired();
    } catch (error) {
      needs.log.warn({ err: error }, 'openid connect sweep failed');
    }
  };
  needs.clock.every(HOUR_MS, sweep, signal);
  return {
    ...needs,
    publicUrl: needs.publicUrl.replace(/\/+$/, ''),
    reach,
    requests,
    tokens,
    providers: new OidcProviderRepository(needs),
    configurations: new OidcConfigurations({ clock: needs.clock, reach }),
    identities: new IdentityRepository(needs),
  };
}
