import { asArguments, type FleetArguments } from '#demo/arguments.ts';
import { demonstrationAuthority } from '#demo/license/demonstration-license.ts';
import { SDWAN_MANAGERS } from '#demo/sdwan/fleet-managers.ts';
import { TICKET_SYSTEM } from '#demo/ticket-system.ts';
import { networks } from '#platform/env/networks.ts';
import type { Tier } from '#schemas/tier/tier.ts';
import { serverAddress } from './console-address.ts';
import type { StartConfiguration } from './configuration.ts';
import type { ServiceDefinition } from './service.ts';
import { storesElsewhere, type StoreUrls } from './stores.ts';
import { urlsOf } from './tier/tier-accounts.ts';
import { tierPrograms } from './tier/tier-programs.ts';

interface Plan {
  readonly config: StartConfiguration;
  readonly urls: StoreUrls;
  readonly demo: FleetArguments | undefined;
}

/** Store URLs for a process: with its own account where the stores have one. */
function ownUrls({ config, urls }: Plan, tier: Tier): StoreUrls {
  const { STORE_ACCOUNTS_KEY: key } = config;
  return key === '' ? urls : urlsOf(tier, { urls, key, only: storesElsewhere(config) });
}

/** Short windows, so that changes show quickly; the environment overrides them. Half as long, they cost a quarter of a core and more. */
export const demonstrationEnvironment: Readonly<Record<string, string>> = {
  WINDOW_SECONDS: '20',
  WINDOW_LATENESS_SECONDS: '2',
  POLL_INTERVAL_SECONDS: '20',
  FLOW_LATENESS_SECONDS: '20',
  // One insert per window: merges of small ones would cost more than all else.
  WRITER_SPARSE_MS: '20000',
  // The simulated devices listen on loopback.
  SNMP_ALLOWED_NETWORKS: '127.0.0.0/8',
  // With the gallery of components.
  MODULES: 'default,test',
  // So do its SD-WAN managers and its ticket system.
  SDWAN_ALLOWED_NETWORKS: `${SDWAN_MANAGERS}/32`,
  WEBHOOK_ALLOWED_NETWORKS: `${TICKET_SYSTEM}/32`,
  // Its license is not one of the vendor.
  LICENSE_CA: demonstrationAuthority,
};

const unlessSet = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => (process.env[name] ?? '') === ''));

/** Loopback and link-local networks in which devices are polled. One that is not valid has stopped the start already. */
export function allowedNetworks(isDemonstration: boolean): readonly string[] {
  const { SNMP_ALLOWED_NETWORKS: ofDemonstration } = demonstrationEnvironment;
  const given = process.env['SNMP_ALLOWED_NETWORKS'] ?? '';
  const parsed = networks().safeParse(given === '' && isDemonstration ? ofDemonstration : given);
  return parsed.success ? parsed.data : [];
}

function environment({ config, urls, demo }: Plan): Readonly<Record<string, string>> {
  return {
    ...urls,
    TELLTALE_DATA: config.TELLTALE_DATA,
    // Stores on other machines have other disks.
    ...(storesElsewhere(config).length === 3 ? {} : { STORES_FOLDER: config.TELLTALE_DATA }),
    HOST: config.HOST,
    PARTITIONS: String(config.PARTITIONS),
    LOG_LEVEL: config.LOG_LEVEL,
    NETFLOW_PORT: String(config.NETFLOW_PORT),
    IPFIX_PORT: String(config.IPFIX_PORT),
    SFLOW_PORT: String(config.SFLOW_PORT),
    // Also of what is no process of the product; those have ports of their own.
    HEALTH_PORT: '0',
    // The key of all stores is not passed on.
    STORE_ACCOUNTS_KEY: '',
    ...(demo === undefined ? {} : unlessSet(demonstrationEnvironment)),
  };
}

/** The port of `/health/*` and `/metrics` of the process in this place. */
const metricsPort = ({ METRICS_PORT: first }: StartConfiguration, at: number): string =>
  first === 0 ? '0' : String(first + at);

/** The path below which the console is. The server rejects an invalid address, with the reason. */
const publicPath = ({ PUBLIC_URL: url }: StartConfiguration): string =>
  URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : '';

/** The processes of the product in start order; they end in reverse. */
export function productProcesses(plan: Plan): readonly ServiceDefinition[] {
  const { config, demo } = plan;
  const env = environment(plan);
  // The demonstration history has its own partition after those of the engine.
  const withHistory = demo === undefined ? env : { ...env, PARTITIONS: String(config.PARTITIONS + 1) };
  /** For links in what leaves the console. */
  const shownUrl = config.PUBLIC_URL === '' ? serverAddress(config) : config.PUBLIC_URL;
  const list: readonly { readonly name: Tier; readonly env: Readonly<Record<string, string>> }[] = [
    { name: 'writer', env: withHistory },
    { name: 'engine', env },
    { name: 'notification', env: { ...withHistory, PUBLIC_URL: shownUrl } },
    { name: 'server', env: { ...env, PORT: String(config.PORT) } },
    { name: 'collector', env },
    { name: 'poller', env },
    { name: 'discovery', env },
    { name: 'sdwan', env },
    {
      name: 'jobs',
      env: { ...env, CONSOLE_URL: `${serverAddress(config)}${publicPath(config)}`, PUBLIC_URL: shownUrl },
    },
  ];
  return list.map((one, at) => ({
    name: one.name,
    ...tierPrograms[one.name],
    env: {
      ...one.env,
      ...tierPrograms[one.name].env,
      ...ownUrls(plan, one.name),
      HEALTH_PORT: metricsPort(config, at),
    },
  }));
}

const FLEET = 'demo/main.ts';

/** The demonstration network. */
export const fleetService = (plan: Plan, demo: FleetArguments): ServiceDefinition => ({
  name: 'fleet',
  script: FLEET,
  args: asArguments(demo),
  env: environment(plan),
});

/** Does what the people of the demonstration have done, once, through the console at `url`. */
export const storyService = (plan: Plan, demo: FleetArguments, url: string): ServiceDefinition => ({
  name: 'story',
  script: FLEET,
  args: ['story', ...asArguments(demo)],
  env: { ...environment(plan), CONSOLE_URL: url },
});

/** Writes the history of the demonstration network, once. */
export const historyService = (plan: Plan, demo: FleetArguments): ServiceDefinition => ({
  name: 'history',
  script: FLEET,
  args: ['history', ...asArguments(demo)],
  env: environment(plan),
});
