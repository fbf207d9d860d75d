import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointsFile, readEndpoints, type Endpoints } from '#platform/embedded/access/endpoints.ts';
import { freePorts, processesOf, start } from '../../fixtures/process/start-process.ts';
import { isUdpPortTaken } from '../../fixtures/snmp/udp-port.ts';
import { withPostgres } from '../../store/postgres-template.ts';
import { until } from '#tests/fixtures/eventually.ts';

/** What can be killed, and what its command line says. */
export const killedTiers = {
  collector: 'ingest/flow/main.ts',
  writer: 'ingest/writer/main.ts',
  engine: 'engine/main.ts',
  clickhouse: 'clickhouse/main.ts',
  postgres: 'postgres/main.ts',
  nats: 'nats-server',
} as const;
/** Other processes, whose end loses no rows. */
const otherTiers = {
  server: 'console/server/main.ts',
  notification: 'engine/notification/main.ts',
  stores: 'platform/embedded/main.ts',
} as const;
const commands = { ...killedTiers, ...otherTiers };
export type RunningTier = keyof typeof commands;
export type KilledTier = keyof typeof killedTiers;

const CUSTOMERS = 4;
const PORTS = 12;

/** Address from which the router of a customer exports its flows. */
export const numberedExporter = (customer: number): string => `127.77.0.${String(customer)}`;

/** Customers with one site, one router and some ports each; nothing is polled. JSON is YAML. */
const network = () => ({
  customers: Array.from({ length: CUSTOMERS }, (_, at) => ({
    clientId: `c${String(at + 1)}`,
    name: `Customer ${String(at + 1)}`,
    sites: [
      {
        name: 'Site',
        latitude: 45,
        longitude: at,
        devices: [
          {
            name: 'router',
            address: numberedExporter(at + 1),
            exporters: [numberedExporter(at + 1)],
            interfaces: Array.from({ length: PORTS }, (_, port) => ({ name: `ge-0/0/${String(port)}` })),
          },
        ],
      },
    ],
  })),
  cockpits: [
    {
      name: 'Load',
      alarms: [
        { label: 'High', kpi: 'itf_in_bps', operator: '>', threshold: 40_000, severity: 'major' },
        {
          label: 'High for a while',
          kpi: 'itf_in_bps',
          operator: '>',
          threshold: 50_000,
          severity: 'critical',
          outliers: 2,
          measures: 3,
        },
      ],
    },
  ],
});

export const exporters = Array.from({ length: CUSTOMERS }, (_, at) => numberedExporter(at + 1));

/** The whole product as `npm start` runs it, each tier to be killed. */
export interface KilledProduct {
  readonly endpoints: Endpoints;
  readonly flowPort: number;
  /** Address of the console. */
  readonly origin: string;
  /** What the start has printed so far. */
  readonly lines: readonly string[];
  /** Process id of a tier, undefined while it does not run. */
  readonly pidOf: (tier: RunningTier) => number | undefined;
  /** SIGKILL to the process of a tier as soon as there is one. Its supervisor starts it again. */
  readonly kill: (tier: KilledTier) => Promise<void>;
  /** Whether a collector listens for flows. */
  readonly listens: () => boolean;
  readonly stop: () => Promise<void>;
}

interface KilledOptions {
  /** An existing folder for the data; a temporary one by default. It is removed at the end. */
  readonly data?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startKilledProduct(
  windowSeconds: number,
  { data = mkdtempSync(join(tmpdir(), 'telltale-killed-')), env = {} }: KilledOptions = {},
): Promise<KilledProduct> {
  const file = join(data, 'network.json');
  writeFileSync(file, JSON.stringify(network()));
  const ports = await freePorts();
  const product = start(['--no-demo', '--network', file], {
    ...ports,
    TELLTALE_DATA: withPostgres(data),
    TELLTALE_ADMIN_PASSWORD: 'an-administrator-of-a-test',
    WINDOW_SECONDS: String(windowSeconds),
    WINDOW_LATENESS_SECONDS: '2',
    CHECKPOINT_SECONDS: '1',
    WRITER_RANGE_MS: '200',
    WRITER_SPARSE_MS: '200',
    ...env,
  });
  await product.line(/^Telltale is ready: /);
  if (!existsSync(endpointsFile(data))) throw new Error('the stores did not report where they listen');
  const flowPort = Number(ports['NETFLOW_PORT']);
  const processOf = (tier: RunningTier): string | undefined =>
    processesOf(data).find((pid) => commandLine(pid).includes(commands[tier]));
  return {
    endpoints: readEndpoints(data),
    flowPort,
    origin: `http://127.0.0.1:${ports['PORT'] ?? ''}`,
    lines: product.lines,
    pidOf(tier) {
      const pid = processOf(tier);
      return pid === undefined ? undefined : Number(pid);
    },
    listens: () => isUdpPortTaken(flowPort),
    async kill(tier) {
      await until(`${tier} runs`, () => processOf(tier) !== undefined);
      const pid = Number(processOf(tier));
      process.kill(pid, 'SIGKILL');
      await until(`${tier} is gone`, () => !commandLine(String(pid)).includes(killedTiers[tier]), 5_000);
    },
    async stop() {
      product.child.kill('SIGTERM');
      await product.ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
