import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { freePort } from '#platform/embedded/free-port.ts';
import { until } from '#tests/fixtures/eventually.ts';

interface ClusterServer {
  readonly port: number;
  readonly routePort: number;
  readonly folder: string;
  process: ChildProcess | undefined;
}

/** Three servers of NATS with JetStream on this machine, each with a folder of its own. */
export async function startNatsCluster() {
  const home = mkdtempSync(join(tmpdir(), 'telltale-cluster-'));
  const servers: ClusterServer[] = [];
  for (const name of ['one', 'two', 'three']) {
    const folder = join(home, name);
    mkdirSync(folder);
    servers.push({ port: await freePort(0), routePort: await freePort(0), folder, process: undefined });
  }
  for (const [at, { port, routePort, folder }] of servers.entries())
    writeFileSync(
      join(folder, 'nats.conf'),
      [
        `server_name: n${String(at)}`,
        `listen: "127.0.0.1:${String(port)}"`,
        'max_payload: 8MB',
        `jetstream { store_dir: "${folder}", max_mem: 256MB, max_file: 40GB }`,
        `cluster { name: test, listen: "127.0.0.1:${String(routePort)}", routes: [${servers
          .map((server) => `"nats://127.0.0.1:${String(server.routePort)}"`)
          .join(', ')}] }`,
      ].join('\n'),
    );

  const start = (at: number): void => {
    const server = servers[at]!;
    server.process = spawn('nats-server', ['-c', join(server.folder, 'nats.conf')], { stdio: 'ignore' });
  };

  /** Whether each stream has a leader, and all of its replicas have what the leader has. A cluster without one replica may lose no other. */
  const isComplete = async (at: number): Promise<boolean> => {
    try {
      const connection = await connect({ servers: `127.0.0.1:${String(servers[at]!.port)}`, timeout: 2_000 });
      try {
        const admin = await jetstreamManager(connection, { timeout: 2_000 });
        await admin.getAccountInfo();
        for await (const { cluster } of admin.streams.list()) {
          if (cluster?.leader === undefined) return false;
          if (!(cluster.replicas ?? []).every(({ current }) => current)) return false;
        }
        return true;
      } finally {
        await connection.close();
      }
    } catch {
      return false;
    }
  };

  const kill = async ({ process: child }: ClusterServer): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };

  for (const at of servers.keys()) start(at);
  await until('the cluster has a leader', () => isComplete(0));
  return {
    url: servers.map(({ port }) => `nats://127.0.0.1:${String(port)}`).join(','),
    size: servers.length,
    start,
    untilComplete: (at: number) => until('each replica is complete', () => isComplete(at)),
    kill: (at: number) => kill(servers[at]!),
    async stop(): Promise<void> {
      await Promise.all(servers.map(kill));
      rmSync(home, { recursive: true, force: true });
    },
  };
}
