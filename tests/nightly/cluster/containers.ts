import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { release } from '#platform/lifecycle/release.ts';

const SOURCES = 'tests/nightly/cluster/images';
const LIBRARY = 'node_modules/@chdb/lib-linux-x64-gnu/libchdb.so';
const BASE = 'docker.io/library/debian:bookworm-slim';
const MIB = 2 ** 20;

/** Below the limits of this machine, which podman's own exceed: not every machine lets root raise them. */
const settings = (folder: string): string => `[network]
network_backend = "netavark"
[containers]
default_ulimits = ["nofile=16384:16384", "nproc=8192:8192"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
image_copy_tmp_dir = "${folder}/tmp"
`;

const storage = (folder: string): string => `[storage]
driver = "overlay"
graphroot = "${folder}/graph"
runroot = "${folder}/run"
`;

/** Images and containers in a folder of their own, which nothing else on the machine sees. */
export function openContainers(folder: string) {
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  writeFileSync(join(folder, 'containers.conf'), settings(folder));
  writeFileSync(join(folder, 'storage.conf'), storage(folder));
  const env = {
    ...process.env,
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    TMPDIR: join(folder, 'tmp'),
    // Health is looked at by the test: the timers of podman are units of systemd.
    DISABLE_HC_SYSTEMD: 'true',
  };

  function run(command: string, args: readonly string[], cwd = process.cwd()): string {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd,
      env,
      encoding: 'utf8',
      maxBuffer: 64 * MIB,
    });
    if (error !== undefined) throw error;
    if (status !== 0)
      throw new Error(`${command} ${args.join(' ')}: ${String(status)}\n${stdout.slice(-4_000)}\n${stderr}`);
    return stdout.trim();
  }
  const podman = (...args: readonly string[]): string => run('podman', args);
  const isThere = (image: string): boolean =>
    spawnSync('podman', ['image', 'exists', image], { env }).status === 0;

  /** Debian as its own image has it, by the tool that makes that image. */
  function base(): void {
    if (isThere(BASE)) return;
    const file = join(folder, 'bookworm.tar');
    run('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates', 'bookworm', file]);
    podman('import', '--quiet', file, BASE);
  }

  /** What the images of the stores and of the build consist of. */
  function context(): string {
    const place = join(folder, 'context');
    mkdirSync(place, { recursive: true });
    cpSync(SOURCES, place, { recursive: true });
    copyFileSync(process.execPath, join(place, 'node'));
    copyFileSync(LIBRARY, join(place, 'libchdb.so'));
    copyFileSync('/etc/ssl/certs/ca-certificates.crt', join(place, 'authorities.crt'));
    const npm = run('npm', ['root', '--global']);
    if (!existsSync(join(place, 'npm'))) cpSync(join(npm, 'npm'), join(place, 'npm'), { recursive: true });
    run('gcc', ['-O1', '-o', join(place, 'engine'), join(place, 'engine.c'), '-ldl']);
    return place;
  }

  return {
    run,
    podman,
    /** Builds what the Dockerfile and the compose file name, unless it is there. */
    build(): void {
      base();
      const place = context();
      const stores = {
        node: 'docker.io/library/node:24-bookworm-slim',
        nats: 'docker.io/library/nats:2.12',
        postgres: 'docker.io/library/postgres:17',
        clickhouse: 'docker.io/clickhouse/clickhouse-server:26.7',
      };
      for (const [target, image] of Object.entries(stores))
        if (!isThere(image))
          podman('build', '--quiet', '--network=host', '--target', target, '-t', image, place);
      for (const [target, name] of [
        ['processes', 'telltale'],
        ['jobs', 'telltale-jobs'],
      ] as const) {
        const image = `${name}:${release}`;
        const build = ['build', '--quiet', '--network=host', '--target', target, '-f', 'deploy/Dockerfile'];
        if (!isThere(image)) podman(...build, '-t', image, '.');
      }
    },
    addressOf: (container: string): string =>
      podman('inspect', '--format', '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}', container),
    gatewayOf: (container: string): string =>
      podman('inspect', '--format', '{{range .NetworkSettings.Networks}}{{.Gateway}}{{end}}', container),
  };
}

/** A variable of a file of variables. */
export function variableOf(file: string, name: string): string {
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}=`));
  if (line === undefined) throw new Error(`${dirname(file)}: no ${name}`);
  return line.slice(name.length + 1);
}
