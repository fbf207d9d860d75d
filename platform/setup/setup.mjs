// Prepares a fresh machine: packages, nats-server, and on demand the console's bundle and Chromium.
// Plain JavaScript for the machine's own Node: it runs before the project's Node 24 is installed.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const wants = new Set(process.argv.slice(2));

const run = (command, ...args) => execFileSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
/** Resolves with the exit code. */
const started = (command, args, options) =>
  new Promise((resolve) => {
    spawn(command, args, { cwd: root, ...options })
      .on('error', () => resolve(1))
      .on('close', resolve);
  });
const found = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
const say = (text) => process.stderr.write(`${text}\n`);
const digest = (paths) => {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex');
};

/** Runs `work` when its inputs have changed since the last run. */
async function once(name, inputs, { present, work }) {
  const stamp = join(root, 'node_modules', '.setup', name);
  const now = digest(inputs);
  if (present() && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}

async function packages() {
  await once('packages', ['package-lock.json'], {
    present: () => existsSync(join(root, 'node_modules', '.bin', 'node')),
    async work() {
      say('Installing packages …');
      // Not `npm ci`: it refuses a lockfile in which a registry that lacks the builds for other systems left gaps. Versions
      // are exact in package.json and in the lockfile, which this leaves as it is.
      // Of warnings there is a wall: packages that name a newer Node than the machine's, which does not run them.
      const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
      if ((await started('npm', args, { stdio: ['ignore', 2, 2] })) !== 0) process.exit(1);
    },
  });
}

const missing = new Map();
/** Notes Debian packages whose command is missing. */
function debian(command, ...names) {
  if (!found(command)) missing.set(command, names);
}

/** Packages that only save time: nothing fails without them. */
const optional = [];
function optionalDebian(command, name) {
  if (!found(command)) optional.push(name);
}

const mayInstall = () => process.getuid?.() === 0 && found('apt-get');

/** Installs packages; false: apt-get could not, also with new lists of packages. */
async function installed(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = async (...args) =>
    (await started('apt-get', ['-qq', '-y', ...args], { stdio: ['ignore', 'ignore', 2], env })) === 0;
  const install = () => apt('install', '--no-install-recommends', ...names);
  return (await install()) || ((await apt('update')) && (await install()));
}

/** Installs what is missing; says what to install where that is not possible. */
async function installDebian() {
  const names = [...new Set([...missing.values()].flat())];
  const wished = mayInstall() ? optional : [];
  if (names.length + wished.length === 0) return;
  if (!mayInstall()) {
    for (const [command, packages] of missing)
      say(`${command} is missing: install it first (on Debian: apt-get install ${packages.join(' ')})`);
    process.exit(1);
  }
  say(`Installing ${[...names, ...wished].join(' ')} …`);
  if (await installed([...names, ...wished])) return;
  if (names.length === 0 || (wished.length > 0 && (await installed(names)))) return;
  say(`apt-get could not install ${names.join(' ')}`);
  process.exit(1);
}

/**
 * Cacti's poller, for a comparison of the bench: its packages are unpacked and not installed, since they bring a web server.
 * Where that cannot be, the bench says that it has no figure.
 */
function cacti() {
  const folder = join(root, 'node_modules', '.setup', 'cacti');
  const tried = (command, ...args) => spawnSync(command, args, { cwd: folder, stdio: 'ignore' }).status === 0;
  if (existsSync(join(folder, 'usr', 'sbin', 'spine'))) return;
  if (process.getuid?.() !== 0 || !found('apt-get')) {
    say('cacti-spine is not compared: its packages are unpacked by root on Debian only');
    return;
  }
  say('Unpacking cacti-spine …');
  mkdirSync(folder, { recursive: true });
  const needs = ['mariadb-server-core', 'mariadb-client-core', 'libmariadb3', 'libsnmp40'];
  const install = () => tried('apt-get', '-qq', '-y', 'install', '--no-install-recommends', ...needs);
  const done =
    (install() || (tried('apt-get', '-qq', 'update') && install())) &&
    tried('apt-get', '-qq', 'download', 'cacti', 'cacti-spine') &&
    tried(
      'sh',
      '-c',
      'for package in *.deb; do dpkg -x "$package" .; done; mv usr/share/cacti/conf_templates/cacti.sql usr; rm -rf *.deb etc var usr/share usr/lib',
    );
  if (!done) say('cacti-spine is not compared: apt-get could not fetch its packages');
}

function sources(folder) {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (statSync(join(root, path)).isDirectory()) return sources(path);
    return path.includes('.test.') ? [] : [path];
  });
}

async function bundle() {
  if (!existsSync(join(root, 'vite.config.ts'))) return;
  await once(
    'console',
    ['package-lock.json', 'vite.config.ts', ...sources('console/web'), ...sources('schemas')],
    {
      present: () => existsSync(join(root, 'dist', 'web', 'index.html')),
      work() {
        say('Building the console …');
        run(
          join(root, 'node_modules', '.bin', 'node'),
          'node_modules/vite/bin/vite.js',
          'build',
          '--logLevel',
          'warn',
        );
      },
    },
  );
}

/** Commits in a checkout of a developer are checked by `.githooks`. */
function hooks() {
  if (process.env.CI !== undefined || !existsSync(join(root, '.git'))) return;
  spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root, stdio: 'ignore' });
}

hooks();
debian('nats-server', 'nats-server');
if (wants.has('--browser')) {
  debian('chromium', 'chromium');
  optionalDebian('chromium-headless-shell', 'chromium-headless-shell');
  // Reads the PDF of reports as others do.
  optionalDebian('pdftotext', 'poppler-utils');
}
if (wants.has('--peers')) {
  debian('softflowd', 'softflowd');
  debian('snmpd', 'snmpd', 'snmp');
  debian('snmptrapd', 'snmptrapd', 'snmp');
  debian('openssl', 'openssl');
  debian('pg_ctlcluster', 'postgresql');
}
if (wants.has('--nightly-peers')) {
  // promtool checks the alert rules.
  debian('promtool', 'prometheus');
  // An identity provider, on PHP's own server: 18 s on two cores. Brings Debian's apache2 along, which nothing here uses.
  debian('/usr/share/simplesamlphp/bin/pwgen.php', 'php-cli', 'php-xml', 'php-sqlite3', 'simplesamlphp');
  // Real clusters: a balancer, the Keeper of two replicas of ClickHouse and the compiler of their server, containers, and templates of charts.
  debian('haproxy', 'haproxy');
  debian('/usr/share/zookeeper/bin/zkServer.sh', 'zookeeper');
  debian('gcc', 'gcc', 'libc6-dev');
  debian('podman', 'podman', 'podman-compose', 'runc', 'mmdebstrap');
  debian('go', 'golang-go', 'golang-github-masterminds-sprig-dev', 'golang-k8s-sigs-yaml-dev');
}
// Two registries and two package managers: side by side.
await Promise.all([packages(), installDebian()]);
if (wants.has('--bench-peers')) cacti();
if (wants.has('--console')) await bundle();
