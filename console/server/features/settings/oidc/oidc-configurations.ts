import type { Configuration } from 'openid-client';
import type { Clock } from '#platform/clock/clock.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import type { OidcReach } from './guarded-fetch.ts';
import { discoverProvider, oidcConfiguration } from './oidc-client.ts';
import type { OidcProvider } from './oidc-provider-repository.ts';

/** Metadata is read again after this time. Keys are read when a token names an unknown one. */
const FRESH_MS = 10 * MINUTE_MS;

interface Known {
  readonly version: number;
  readonly readAtMs: number;
  readonly configuration: Promise<Configuration>;
}

/** Configurations of providers with their discovered metadata: one request at a time reads that of a provider. */
export class OidcConfigurations {
  readonly #known = new Map<number, Known>();
  readonly #clock: Clock;
  readonly #reach: OidcReach;

  constructor({ clock, reach }: { readonly clock: Clock; readonly reach: OidcReach }) {
    this.#clock = clock;
    this.#reach = reach;
  }

  /** Rejects when the provider cannot be used. */
  of(provider: OidcProvider): Promise<Configuration> {
    const { id, version } = provider;
    const nowMs = this.#clock.elapsed();
    const known = this.#known.get(id);
    if (known?.version === version && nowMs - known.readAtMs < FRESH_MS) return known.configuration;
    const configuration = this.#read(provider);
    const added = { version, readAtMs: nowMs, configuration };
    this.#known.set(id, added);
    configuration.catch(() => {
      if (this.#known.get(id) === added) this.#known.delete(id);
    });
    return configuration;
  }

  async #read(provider: OidcProvider): Promise<Configuration> {
    return oidcConfiguration(provider, await discoverProvider(provider, this.#reach), this.#reach);
  }
}
