import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { release } from '#platform/lifecycle/release.ts';
import { readHealth } from '#schemas/health/routes.ts';
import { until } from '#tests/fixtures/eventually.ts';
import {
  commonFields,
  commonRecord,
  dataSet,
  netflowV9,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';
import { flowTotals, sameEverywhere } from '#tests/fixtures/writer-rows.ts';
import { instancesOf, plannedTiers, STOP_SECONDS } from '../../../deploy/deployment/tier-plan.ts';
import { tierResources } from '../../../deploy/deployment/tier-resources.ts';
import { signIn } from '../../scenario/account/start-session.ts';
import { openContainers, variableOf } from './containers.ts';

const LIMIT_MS = 3_600_000;
const PROJECT = 'night';
const SIZE = { workers: 2, partitions: 4 };
const DATAGRAMS = 200;
const RECORDS = 24;
const HTTP_PORT = 8_080;
const FLOW_PORT = 2_055;
const MIB = 2 ** 20;

const home = process.env['CONTAINER_FOLDER'] ?? mkdtempSync(join(tmpdir(), 'telltale-containers-'));
const folder = join(home, 'deployment');
const containers = openContainers(home);
const { podman } = containers;
const instances = plannedTiers.flatMap((tier) => instancesOf(tier, SIZE));
const containerOf = (name: string): string => `${PROJECT}_${name}_1`;
const compose = (...args: readonly string[]): string =>
  containers.run('podman-compose', ['-p', PROJECT, '-f', 'compose.yaml', ...args], folder);
const inside = (name: string, ...command: readonly string[]) =>
  spawnSync('podman', ['exec', containerOf(name), ...command], { encoding: 'utf8' });
const keys = (name: string): string => variableOf(join(folder, 'env', 'keys.env'), name);

let clickhouse: ClickHouse;

beforeAll(() => {
  // The commands of the test itself see the same containers.
  process.env['CONTAINERS_CONF'] = join(home, 'containers.conf');
  process.env['CONTAINERS_STORAGE_CONF'] = join(home, 'storage.conf');
  containers.build();
  const size = ['--workers', String(SIZE.workers), '--partitions', String(SIZE.partitions)];
  containers.run('node', ['deploy/deployment/write-deployment.ts', '--to', folder, ...size]);
  // Files that ClickHouse may open: more than a machine without CAP_SYS_RESOURCE grants, and than this test needs.
  const file = join(folder, 'compose.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/ {4}ulimits:\n(?: {6}.*\n)+/, ''));
  compose('up', '-d');
}, LIMIT_MS);
afterAll(async () => {
  await clickhouse?.close();
  spawnSync('podman-compose', ['-p', PROJECT, '-f', 'compose.yaml', 'down', '-v'], { cwd: folder });
  if (process.env['CONTAINER_FOLDER'] === undefined) rmSync(home, { recursive: true, force: true });
}, LIMIT_MS);

const isReady = (name: string): boolean => inside(name, 'node', 'deploy/probe.ts', 'ready').status === 0;

describe('the compose file, run by podman', () => {
  it(
    'makes every process ready, whatever the order in which they start',
    async () => {
      for (const { name } of instances) await until(`${name} is ready`, () => isReady(name), 900_000);
      clickhouse = openClickHouse(
        `http://telltale:${keys('OWNER_PASSWORD')}@${containers.addressOf(containerOf('clickhouse'))}:8123/telltale`,
      );
      expect(await clickhouse.ping()).toBe(true);
    },
    LIMIT_MS,
  );

  it('runs every process as a user without rights, on files that it cannot write', () => {
    for (const { name } of instances) {
      expect(inside(name, 'id', '-u').stdout.trim()).toBe('10001');
      expect(inside(name, 'sh', '-c', 'echo > /telltale/x; echo > /etc/x').stderr).toMatch(
        /Read-only.*\n.*Read-only/,
      );
      expect(inside(name, 'sh', '-c', 'grep CapEff /proc/1/status').stdout).toMatch(/0000000000000000/);
    }
  });

  it('has neither compilers, npm nor packages for development in its image', () => {
    const found = inside(
      'server',
      'sh',
      '-c',
      'command -v npm gcc make python3; ls -d node_modules/vite node_modules/vitest node_modules/chdb console/web tests',
    );
    expect(found.stdout).toBe('');
  });

  it(
    'shows every process as running to the administrator, each by the account of its own',
    async () => {
      const origin = `http://${containers.addressOf(containerOf('server'))}:${String(HTTP_PORT)}`;
      const browser = await signIn(origin, 'admin', keys('TELLTALE_ADMIN_PASSWORD'));
      const running = async (): Promise<readonly string[]> => {
        const reply = readHealth.reply.parse(await (await browser.get('/api/v1/mt/health')).json());
        return reply.components
          .filter(({ group, state }) => group === 'processes' && state === 'ok')
          .map(({ id }) => id);
      };
      await until('all processes run', async () => (await running()).length >= plannedTiers.length);
      for (const { tier, name } of instances) {
        const { stdout } = inside(name, 'sh', '-c', 'env');
        expect(stdout).toContain(`NATS_URL=nats://telltale_${tier}:`);
        expect(stdout).not.toContain('STORE_ACCOUNTS_KEY');
      }
    },
    LIMIT_MS,
  );

  it(
    'stores each flow of an exporter once, in raw table and rollups',
    async () => {
      const collector = containerOf('collector');
      const exporter = containers.gatewayOf(collector);
      const network = {
        customers: [
          {
            clientId: 'acme',
            name: 'Acme',
            sites: [
              {
                name: 'Paris',
                city: 'Paris',
                country: 'France',
                latitude: 48.9,
                longitude: 2.4,
                networks: ['10.0.0.0/24'],
                devices: [
                  {
                    name: 'edge-1',
                    address: '192.0.2.1',
                    vendor: 'Cisco',
                    exporters: [exporter],
                    interfaces: [{ name: 'Gi0/0', bandwidthInBps: 1e8, bandwidthOutBps: 1e8 }],
                  },
                ],
              },
            ],
          },
        ],
      };
      writeFileSync(join(folder, 'network.json'), JSON.stringify(network));
      const files = [
        '--env-file',
        join(folder, 'telltale.env'),
        '--env-file',
        join(folder, 'env', 'prepare.env'),
      ];
      const mounted = [
        '-v',
        `${join(folder, 'network.json')}:/network.json:ro`,
        '-e',
        'PLAIN_STORES=true',
        '-e',
        'TELLTALE_DATA=/tmp/data',
      ];
      const networkName = podman(
        'inspect',
        '--format',
        '{{range $name, $_ := .NetworkSettings.Networks}}{{$name}}{{end}}',
        collector,
      );
      podman(
        'run',
        '--rm',
        '--network',
        networkName,
        ...files,
        ...mounted,
        `telltale:${release}`,
        'deploy/prepare-stores.ts',
        '--network',
        '/network.json',
      );

      // It reads the inventory at its start, and else within a minute: the import of a network before the processes announces nothing.
      podman('restart', collector);
      await until('the collector is ready', () => isReady('collector'), 300_000);

      const socket = createSocket('udp4').bind(0);
      await once(socket, 'listening');
      const record = commonRecord({ source: '10.0.0.1', destination: '192.0.2.9', bytes: 1_000, packets: 1 });
      const records = Array.from({ length: RECORDS }, () => record);
      const address = containers.addressOf(collector);
      for (let at = 0; at < DATAGRAMS; at += 1) {
        const head = { sequence: at, seconds: Math.floor(systemClock.now().getTime() / 1_000), domain: 0 };
        const bytes = netflowV9(head, templateV9(300, commonFields), dataSet(300, ...records));
        socket.send(bytes, FLOW_PORT, address);
        await systemClock.wait(10);
      }
      socket.close();
      const flows = DATAGRAMS * RECORDS;
      const stored = async () => (await flowTotals(clickhouse))['1d']?.flows ?? 0;
      await until('all flows are stored', async () => (await stored()) >= flows, 600_000);
      expect(await flowTotals(clickhouse)).toEqual(sameEverywhere({ flows, bytes: flows * 1_000 }));
    },
    LIMIT_MS,
  );

  it('uses less memory than it reserves the limit of', () => {
    const used = instances.map(({ tier, name }) => {
      const pid = podman('inspect', '--format', '{{.State.Pid}}', containerOf(name));
      const kib = Number(
        /VmRSS:\s+(\d+)/.exec(spawnSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' }).stdout)?.[1],
      );
      return { name, mib: Math.round((kib * 1_024) / MIB), limit: tierResources[tier].memoryMiB.limit };
    });
    process.stdout.write(
      `memory in MiB: ${used.map(({ name, mib }) => `${name} ${String(mib)}`).join(', ')}\n`,
    );
    expect(used.filter(({ mib, limit }) => !(mib > 0 && mib < limit))).toEqual([]);
  });

  it(
    'ends each process on SIGTERM with 0, before it would be killed',
    () => {
      for (const { name } of instances) {
        const startedMs = systemClock.elapsed();
        podman('stop', '--time', String(STOP_SECONDS), containerOf(name));
        const seconds = (systemClock.elapsed() - startedMs) / 1_000;
        expect({
          name,
          status: podman('inspect', '--format', '{{.State.ExitCode}}', containerOf(name)),
        }).toEqual({ name, status: '0' });
        process.stdout.write(`${name} ended after ${seconds.toFixed(1)} s\n`);
      }
    },
    LIMIT_MS,
  );
});

describe('the units', () => {
  const units = readdirSync('deploy/systemd').map((name) => join('deploy/systemd', name));

  it('are accepted by systemd', () => {
    const { stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', '--recursive-errors=no', ...units],
      { encoding: 'utf8' },
    );
    // The product is not installed here.
    const faults = stderr
      .split('\n')
      .filter((line) => line !== '' && !/\/opt\/telltale.*(?:not executable|No such file)/.test(line));
    expect(faults).toEqual([]);
  });

  it('expose less than systemd calls acceptable: 2 of 10, those of the browser 4', () => {
    const exposures = units
      .filter((path) => path.endsWith('.service'))
      .map((path) => {
        const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', path], {
          encoding: 'utf8',
        });
        return { path, exposure: Number(/exposure level for .*: ([\d.]+)/.exec(stdout)?.[1]) };
      });
    for (const { path, exposure } of exposures)
      expect(exposure).toBeLessThanOrEqual(path.includes('jobs') ? 4 : 2);
  });
});
