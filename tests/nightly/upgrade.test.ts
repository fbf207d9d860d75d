import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { readEndpoints } from '#platform/embedded/access/endpoints.ts';
import { releasePattern } from '#schemas/health/release.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { freePorts, start, type StartedProcess } from '#tests/fixtures/process/start-process.ts';
import { flowTotals } from '#tests/fixtures/writer-rows.ts';
import { release } from '#platform/lifecycle/release.ts';
import { signIn } from '../scenario/account/start-session.ts';
import { sendNumberedFlows } from '../scenario/flow/numbered-flows.ts';
import { waitSeconds } from './support/watched-product.ts';

const START_MS = 900_000;
const PASSWORD = 'an-administrator-of-a-test';
const EXPORTER = '127.78.0.1';
const FLOW_SECONDS = 5;
/** Longer than the writer collects flows while there are few. */
const WRITTEN_SECONDS = 15;
/** What users have set up and documents: rows that a start does not add. */
const LASTING = [
  ...(['customer', 'site', 'device', 'network_interface', 'account', 'cockpit_alarm'] as const),
  ...(['resource', 'dashboard_document', 'document_link', 'resource_version'] as const),
];
const NETWORK = {
  customers: [
    {
      clientId: 'acme',
      name: 'Acme',
      sites: [
        {
          name: 'Head office',
          latitude: 48,
          longitude: 2,
          devices: [
            { name: 'router', address: EXPORTER, exporters: [EXPORTER], interfaces: [{ name: 'ge-0/0/0' }] },
          ],
        },
      ],
    },
  ],
};

/** A release is added by the next one: its own commit is not known before. */
const releases = z
  .array(
    z.strictObject({ release: z.string().regex(releasePattern), commit: z.string().regex(/^[0-9a-f]{40}$/) }),
  )
  .parse(JSON.parse(readFileSync('docs/releases.json', 'utf8')));

const root = mkdtempSync(join(tmpdir(), 'telltale-upgrade-'));
const running: StartedProcess[] = [];
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

interface Written {
  readonly flows: Awaited<ReturnType<typeof flowTotals>>;
  readonly rows: Readonly<Record<string, number>>;
}

/** What a running product has stored. */
async function storedIn(data: string): Promise<Written> {
  const { CLICKHOUSE_URL, DATABASE_URL } = readEndpoints(data);
  const clickhouse = openClickHouse(CLICKHOUSE_URL);
  const db = openPostgres(DATABASE_URL, { connections: 1 });
  try {
    const rows: Record<string, number> = {};
    for (const name of LASTING) {
      const found = await sql<{ rows: number }>`SELECT count(*)::int AS rows FROM ${sql.table(name)}`.execute(
        db,
      );
      rows[name] = found.rows[0]?.rows ?? 0;
    }
    return { flows: await flowTotals(clickhouse), rows };
  } finally {
    await clickhouse.close();
    await db.destroy();
  }
}

/** Starts a repository on a data folder, runs `work` when it is ready, and stops it. */
async function whileRunning<Value>(
  { data, repository }: { readonly data: string; readonly repository: string },
  work: (at: { readonly origin: string; readonly flowPort: number }) => Promise<Value>,
): Promise<Value> {
  const ports = await freePorts();
  const network = join(root, 'network.json');
  writeFileSync(network, JSON.stringify(NETWORK));
  const env = { ...ports, TELLTALE_DATA: data, TELLTALE_ADMIN_PASSWORD: PASSWORD };
  const product = start(['--no-demo', '--network', network], env, repository);
  running.push(product);
  await product.line(/^Telltale is ready: /);
  try {
    return await work({
      origin: `http://127.0.0.1:${ports['PORT'] ?? ''}`,
      flowPort: Number(ports['NETFLOW_PORT']),
    });
  } finally {
    product.child.kill('SIGTERM');
    await product.ended;
  }
}

/** Has a repository write a data folder with flows, an inventory and documents. */
const write = (data: string, repository: string): Promise<Written> =>
  whileRunning({ data, repository }, async ({ origin, flowPort }) => {
    await signIn(origin, 'admin', PASSWORD);
    const flows = await sendNumberedFlows([EXPORTER], flowPort);
    await waitSeconds(FLOW_SECONDS);
    await flows.stop();
    await waitSeconds(WRITTEN_SECONDS);
    return storedIn(data);
  });

/** Opens a data folder with this release. */
const open = (data: string): Promise<Written> =>
  whileRunning({ data, repository: resolve('.') }, async ({ origin }) => {
    await signIn(origin, 'admin', PASSWORD);
    return storedIn(data);
  });

/** Checks a release out of git and installs its packages. */
function checkOut(commit: string): string {
  const folder = join(root, commit);
  execFileSync('git', ['worktree', 'add', '--detach', folder, commit]);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  execFileSync('node', ['platform/setup/setup.mjs', '--console'], { cwd: folder, stdio: 'ignore' });
  return folder;
}

const releaseFile = (data: string): string => join(data, 'embedded', 'release.json');
const releaseOf = (data: string): unknown => JSON.parse(readFileSync(releaseFile(data), 'utf8'));

/** Every file with its size and the time of its last change. */
const listing = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${String(size)} ${String(mtimeMs)}`;
    })
    .sort();

/** Starts this release on a folder that it cannot open; returns its exit status and what it says. */
async function refused(data: string): Promise<{ readonly status: number | null; readonly text: string }> {
  const product = start(['--no-demo'], { ...(await freePorts()), TELLTALE_DATA: data });
  running.push(product);
  const status = await product.ended;
  return { status, text: product.lines.join('\n') };
}

function expectSame(after: Written, before: Written): void {
  expect(before.flows['raw']?.flows).toBeGreaterThan(100);
  expect(before.rows['dashboard_document']).toBeGreaterThan(0);
  expect(after).toEqual(before);
}

describe.runIf(releases.length > 0)('a data folder of a release', () => {
  it.each(releases)(
    '$release opens with its rows, accounts and documents',
    async ({ release: old, commit }) => {
      const repository = checkOut(commit);
      try {
        const data = join(root, `data-${old}`);
        const before = await write(data, repository);
        expect(releaseOf(data)).toEqual({ release: old });
        expectSame(await open(data), before);
        expect(releaseOf(data)).toEqual({ release });
      } finally {
        execFileSync('git', ['worktree', 'remove', '--force', repository]);
      }
    },
    START_MS,
  );
});

describe('a data folder of this release', () => {
  const data = join(root, 'data');
  const copyOf = (name: string): string => {
    const copy = join(root, name);
    cpSync(data, copy, { recursive: true });
    return copy;
  };

  it(
    'opens again with its rows, accounts and documents',
    async () => {
      const before = await write(data, resolve('.'));
      expect(releaseOf(data)).toEqual({ release });
      expectSame(await open(data), before);
    },
    START_MS,
  );

  it(
    'that says it is of 0.2.0 opens, and says afterwards that it is of this release',
    async () => {
      const older = copyOf('older');
      writeFileSync(releaseFile(older), '{"release":"0.2.0"}');
      await open(older);
      expect(releaseOf(older)).toEqual({ release });
    },
    START_MS,
  );

  it.each([
    [
      'of a newer release',
      (folder: string) => writeFileSync(releaseFile(folder), '{"release":"99.0.0"}'),
      [
        /was written by Telltale 99\.0\.0, which is newer than this release/,
        /start it with Telltale 99\.0\.0/,
      ],
    ],
    [
      'of a release before 0.2',
      (folder: string) => rmSync(releaseFile(folder)),
      [/was written by a release before 0\.2\.0/, /start it with the release that wrote it/],
    ],
  ] as const)(
    'that is one %s is refused with what to do, and not touched',
    async (name, change, words) => {
      const folder = copyOf(name.replaceAll(' ', '-'));
      change(folder);
      const before = listing(folder);
      const { status, text } = await refused(folder);
      expect(status).toBe(1);
      for (const word of words) expect(text).toMatch(word);
      expect(listing(folder)).toEqual(before);
    },
    START_MS,
  );
});
