import { z } from 'zod';
import type { StartConfiguration } from './configuration.ts';
import { service, type Service, type ServiceNeeds } from './service.ts';

export interface StoreUrls {
  readonly CLICKHOUSE_URL: string;
  readonly DATABASE_URL: string;
  readonly NATS_URL: string;
}

const StoreEndpoints = z.object({
  CLICKHOUSE_URL: z.string(),
  DATABASE_URL: z.string(),
  NATS_URL: z.string(),
});
/** Ports of the embedded stores on loopback. */
const StorePorts = z.object({
  ports: z.object({
    CLICKHOUSE_URL: z.int().optional(),
    DATABASE_URL: z.int().optional(),
    NATS_URL: z.int(),
  }),
});

/** Returns the configured external stores. */
const external = ({ CLICKHOUSE_URL, DATABASE_URL, NATS_URL }: StartConfiguration): Partial<StoreUrls> =>
  Object.fromEntries(
    Object.entries({ CLICKHOUSE_URL, DATABASE_URL, NATS_URL }).filter(
      ([, url]) => url !== undefined && url !== '',
    ),
  );

/** Returns the names of the external stores. */
export const storesElsewhere = (config: StartConfiguration): readonly (keyof StoreUrls)[] =>
  Object.keys(external(config)) as (keyof StoreUrls)[];

/** Returns the process of the embedded stores, undefined when every store is external. */
export function embeddedStores(config: StartConfiguration, needs: ServiceNeeds): Service | undefined {
  if (Object.keys(external(config)).length === 3) return undefined;
  return service(
    {
      name: 'stores',
      script: 'platform/embedded/main.ts',
      env: {
        TELLTALE_DATA: config.TELLTALE_DATA,
        EMBEDDED_CLICKHOUSE_PORT: String(config.CLICKHOUSE_PORT),
        EMBEDDED_POSTGRES_PORT: String(config.POSTGRES_PORT),
        EMBEDDED_NATS_PORT: String(config.NATS_PORT),
        HEALTH_PORT: '0',
      },
    },
    needs,
  );
}

/** Returns the URLs of the stores: configured ones, else those that the embedded stores report. */
export async function storeUrls(
  config: StartConfiguration,
  embedded: Service | undefined,
): Promise<StoreUrls> {
  const reported =
    embedded === undefined ? {} : StoreEndpoints.parse(await embedded.firstMessage('endpoints'));
  return StoreEndpoints.parse({ ...reported, ...external(config) });
}

/** Returns one line for each embedded store that did not get its port. */
export async function movedStores(
  config: StartConfiguration,
  embedded: Service | undefined,
): Promise<readonly string[]> {
  if (embedded === undefined) return [];
  const { ports } = StorePorts.parse(await embedded.firstMessage('endpoints'));
  const named = external(config);
  const stores = [
    ['ClickHouse', config.CLICKHOUSE_PORT, 'CLICKHOUSE_URL'],
    ['PostgreSQL', config.POSTGRES_PORT, 'DATABASE_URL'],
    ['NATS', config.NATS_PORT, 'NATS_URL'],
  ] as const;
  return stores.flatMap(([store, desired, key]) =>
    named[key] !== undefined || desired === 0 || ports[key] === desired
      ? []
      : [`Port ${String(desired)} is taken: the embedded ${store} listens on ${String(ports[key])}`],
  );
}
