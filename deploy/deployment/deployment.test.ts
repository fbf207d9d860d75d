import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { tiers } from '#schemas/tier/tier.ts';
import { environmentFaults } from '#platform/env/config.ts';
import { processEnvironments } from '../check/check-start.ts';
import { composeFile } from './compose-file.ts';
import { deploymentFiles, usualSize } from './deployment-files.ts';
import { secretFiles } from './secret-files.ts';
import { systemdUnits } from './systemd-units.ts';
import { instancesOf, nameVariableOf, plannedTiers, sharedVariables } from './tier-plan.ts';

const FOLDER = 'deploy';
const files = deploymentFiles(usualSize);
const Compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      environment: z.record(z.string(), z.string()).default({}),
      env_file: z.array(z.string()).default([]),
      read_only: z.boolean().default(false),
      cap_drop: z.array(z.string()).default([]),
    }),
  ),
});
const composed = (size = usualSize) => Compose.parse(parse(composeFile(size))).services;

const secrets = {
  SECRETS_KEY: 'c2VjcmV0cw==',
  STORE_ACCOUNTS_KEY: 'k'.repeat(64),
  TELLTALE_ADMIN_PASSWORD: 'administrator',
  OWNER_PASSWORD: 'owner',
};
const written = secretFiles(secrets, undefined);
const variablesIn = (text = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

describe('the files of deploy/', () => {
  it('are what npm run deployment writes', () => {
    const changed = Object.entries(files).filter(
      ([path, content]) =>
        !existsSync(join(FOLDER, path)) || readFileSync(join(FOLDER, path), 'utf8') !== content,
    );
    expect(changed.map(([path]) => path)).toEqual([]);
  });

  it('have no unit that is written no more', () => {
    const units = readdirSync(join(FOLDER, 'systemd')).map((name) => `systemd/${name}`);
    expect(units.filter((path) => !(path in files))).toEqual([]);
  });

  it('have no secret', () => {
    expect(
      Object.values(files).filter((content) => /_PASSWORD=|SECRETS_KEY=|ACCOUNTS_KEY=/.test(content)),
    ).toEqual([]);
  });

  it('list variables that processes read, and each of them once', () => {
    const names = sharedVariables().map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'NATS_REPLICAS',
        'PARTITIONS',
        'PLAIN_STORES',
        'PUBLIC_URL',
        'RETENTION_ALARMS_DAYS',
        'TRUSTED_PROXIES',
      ]),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => /(?:_URL|_KEYS?|_PASSWORD)$/.test(name) && name !== 'PUBLIC_URL')).toEqual(
      [],
    );
  });
});

describe('a deployment', () => {
  it.each([1, 3])('has every process, in a container that may write nothing: %s workers', (workers) => {
    const services = composed({ workers, partitions: 4 });
    for (const tier of tiers)
      for (const { name } of instancesOf(tier, { workers, partitions: 4 })) {
        expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
        expect(services[name]?.env_file).toContain(`env/${tier}.env`);
      }
  });

  it.each(plannedTiers)('gives %s an environment that it starts with', (tier) => {
    const [instance] = instancesOf(tier, usualSize);
    const { environment = {} } = composed()[instance?.name ?? ''] ?? {};
    const set = { ...variablesIn(written[`${tier}.env`]), PARTITIONS: '4', ...environment };
    expect(environmentFaults(processEnvironments[tier], set)).toEqual([]);
  });

  it('gives each process that shares its work another name', () => {
    const size = { workers: 3, partitions: 4 };
    for (const tier of tiers) {
      const variable = nameVariableOf(tier);
      if (variable === undefined) continue;
      const names = instancesOf(tier, size).map(({ env }) => env[variable]);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('gives a process its own accounts, and the key of stored secrets only where they are opened', () => {
    expect(written['collector.env']).toMatch(/^NATS_URL=nats:\/\/telltale_collector:/m);
    expect(written['collector.env']).not.toMatch(/SECRETS_KEY|CLICKHOUSE_URL|:owner@/);
    expect(written['server.env']).toContain(`SECRETS_KEY=${secrets.SECRETS_KEY}\n`);
    for (const tier of tiers) expect(written[`${tier}.env`]).not.toContain(secrets.STORE_ACCOUNTS_KEY);
  });

  it('lets the browser alone make namespaces, and no process gain rights', () => {
    for (const [name, unit] of Object.entries(systemdUnits(usualSize))) {
      if (name.endsWith('.target')) continue;
      expect(unit).toContain('NoNewPrivileges=yes\nCapabilityBoundingSet=\n');
      expect(unit.includes('RestrictNamespaces=yes')).toBe(name !== 'telltale-jobs.service');
    }
  });
});
