import { stringify } from 'yaml';
import { release } from '#platform/lifecycle/release.ts';
import type { Tier } from '#schemas/tier/tier.ts';
import {
  argumentsOf,
  HEALTH_PORT,
  instancesOf,
  plannedTiers,
  tierPorts,
  readsVariable,
  STOP_SECONDS,
  type DeploymentSize,
  type TierInstance,
} from './tier-plan.ts';
import { tierResources } from './tier-resources.ts';

export const natsServers = ['nats-1', 'nats-2', 'nats-3'] as const;

/** What every container of the product has in common. */
const CONTAINED = {
  read_only: true,
  tmpfs: ['/tmp'],
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  stop_grace_period: `${String(STOP_SECONDS)}s`,
} as const;

/** Variables that hold in the private network of the file. */
const NETWORK = { PLAIN_STORES: 'true' } as const;
const IN_MEMORY = { TELLTALE_DATA: '/tmp/telltale' } as const;

const imageOf = (tier: Tier): string => `telltale${tier === 'jobs' ? '-jobs' : ''}:${release}`;

/** Only a collector writes to its folder: the recordings of the debug mode. Of the others it is in memory, and stays empty. */
const volumeOf = ({ tier, name }: TierInstance) =>
  tier === 'collector' ? { volumes: [`${name}:/data`] } : {};

function publishedPorts(tier: Tier): { readonly ports?: readonly string[] } {
  const ports = tierPorts(tier).map(({ variable, protocol, port }) => {
    const suffix = protocol === 'udp' ? '/udp' : '';
    return `\${${variable}:-${String(port)}}:${String(port)}${suffix}`;
  });
  return ports.length === 0 ? {} : { ports };
}

function serviceOf(instance: TierInstance) {
  const { tier, env } = instance;
  const { memoryMiB } = tierResources[tier];
  return {
    image: imageOf(tier),
    command: argumentsOf(tier),
    restart: 'unless-stopped',
    depends_on: { prepare: { condition: 'service_completed_successfully' } },
    env_file: ['telltale.env', `env/${tier}.env`],
    environment: {
      ...NETWORK,
      ...(tier === 'collector' ? {} : IN_MEMORY),
      ...env,
      HEALTH_PORT: String(HEALTH_PORT),
      ...(readsVariable(tier, 'HOST') ? { HOST: '0.0.0.0' } : {}),
      ...(readsVariable(tier, 'CONSOLE_URL') ? { CONSOLE_URL: 'http://server:8080' } : {}),
    },
    ...publishedPorts(tier),
    ...CONTAINED,
    ...volumeOf(instance),
    mem_reservation: `${String(memoryMiB.reserved)}m`,
    mem_limit: `${String(memoryMiB.limit)}m`,
    healthcheck: {
      test: ['CMD-SHELL', 'node deploy/probe.ts ready'],
      interval: '10s',
      timeout: '5s',
      start_period: '60s',
      retries: 6,
    },
  };
}

const natsOf = (name: string) => ({
  image: 'docker.io/library/nats:2.12',
  restart: 'unless-stopped',
  command: ['-c', '/etc/telltale/nats.conf', '-n', name],
  volumes: ['./env/nats.conf:/etc/telltale/nats.conf:ro', `${name}:/data`],
});

const stores = {
  ...Object.fromEntries(natsServers.map((name) => [name, natsOf(name)])),
  clickhouse: {
    image: 'docker.io/clickhouse/clickhouse-server:26.7',
    restart: 'unless-stopped',
    env_file: ['env/clickhouse.env'],
    ulimits: { nofile: { soft: 262_144, hard: 262_144 } },
    volumes: ['clickhouse:/var/lib/clickhouse'],
    healthcheck: {
      test: ['CMD-SHELL', 'wget -q -O- http://127.0.0.1:8123/ping'],
      interval: '5s',
      retries: 24,
    },
  },
  postgres: {
    image: 'docker.io/library/postgres:17',
    restart: 'unless-stopped',
    env_file: ['env/postgres.env'],
    volumes: ['postgres:/var/lib/postgresql/data'],
    healthcheck: { test: ['CMD-SHELL', 'pg_isready -U telltale'], interval: '5s', retries: 24 },
  },
} as const;

const isHealthy = { condition: 'service_healthy' } as const;

/** Migrations, streams, accounts and the first administrator: every start of the file runs it once, before the processes. */
const prepare = {
  image: imageOf('server'),
  command: ['deploy/prepare-stores.ts'],
  restart: 'on-failure',
  depends_on: {
    clickhouse: isHealthy,
    postgres: isHealthy,
    ...Object.fromEntries(natsServers.map((name) => [name, { condition: 'service_started' }])),
  },
  env_file: ['telltale.env', 'env/prepare.env'],
  environment: { ...NETWORK, ...IN_MEMORY },
  ...CONTAINED,
} as const;

const HEAD = `# Written by \`npm run deployment\`: change deploy/deployment, not this file. docs/22-deployment.md says how it is used.
#
# Telltale on one machine, one container per process: three NATS servers, ClickHouse, PostgreSQL. \`npm run deployment -- --to FOLDER\` writes it
# with the accounts and keys that it names (env/).
`;

/** The compose file. */
export function composeFile(size: DeploymentSize): string {
  const instances = plannedTiers.flatMap((tier) => instancesOf(tier, size));
  const volumes = [...natsServers, 'clickhouse', 'postgres', 'collector'];
  const file = {
    name: 'telltale',
    services: {
      ...stores,
      prepare,
      ...Object.fromEntries(instances.map((one) => [one.name, serviceOf(one)])),
    },
    volumes: Object.fromEntries(volumes.map((name) => [name, {}])),
  };
  return HEAD + stringify(file, { aliasDuplicateObjects: false, lineWidth: 0 });
}
