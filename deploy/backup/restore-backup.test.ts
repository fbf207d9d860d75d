import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { systemIds } from '#platform/id/id.ts';
import { secretBox } from '#platform/secret/secret-box.ts';
import { inWords } from './backup-error.ts';
import { writeFileList } from './file-list.ts';
import { writeManifest } from './manifest.ts';
import { declareReady, finishRestore, restoringFolder } from './replace-data.ts';
import { restoreBackup, type RestoreOrder } from './restore-backup.ts';
import { keyOfBackup } from './restore-key.ts';

const root = mkdtempSync(join(tmpdir(), 'telltale-restore-'));
afterAll(() => rmSync(root, { recursive: true }));
let data = '';
let folder = '';

/** A backup with some files, whose stores are never opened. */
async function writeBackup(release: string): Promise<void> {
  mkdirSync(join(folder, 'postgres'), { recursive: true });
  writeFileSync(join(folder, 'postgres', 'one'), 'first');
  writeFileSync(join(folder, 'postgres', 'two'), 'second');
  const list = await writeFileList(folder, new Map());
  await writeManifest(folder, {
    release,
    at: '2026-11-29T02:00:00.000Z',
    seconds: 1,
    heldSeconds: 0.5,
    ...list,
    key: secretBox({ current: 'right', previous: [] }, systemIds).seal('', 'backup'),
    clickhouse: { definitions: [], tables: [] },
    postgres: { version: '17.5', tables: [], folders: ['pg_notify'] },
    nats: { streams: [] },
  });
}

beforeEach(async () => {
  const own = mkdtempSync(join(root, 'case-'));
  data = join(own, 'data');
  folder = join(own, 'backup');
  await writeBackup('0.2.0');
});

const order = (changes: Partial<RestoreOrder> = {}): RestoreOrder => ({
  data,
  folder,
  release: '0.2.0',
  replace: false,
  keyFor: () => 'right\n',
  say: () => undefined,
  withStores: () => Promise.reject(new Error('the stores do not start')),
  ...changes,
});

const withKeys = (SECRETS_KEY: string, PREVIOUS_SECRETS_KEYS = '') =>
  keyOfBackup({ SECRETS_KEY, PREVIOUS_SECRETS_KEYS, TELLTALE_DATA: data }, undefined);

describe('a backup', () => {
  it.each([
    ['that was interrupted', () => rmSync(join(folder, 'manifest.json')), 'is no complete backup'],
    [
      'whose manifest was cut off',
      () => writeFileSync(join(folder, 'manifest.json'), '{"release": '),
      'is damaged: it is no JSON',
    ],
    [
      'whose manifest lacks a part',
      () => writeFileSync(join(folder, 'manifest.json'), '{"release": "0.2.0"}'),
      'is damaged: at is missing',
    ],
    [
      'with a changed file',
      () => writeFileSync(join(folder, 'postgres', 'two'), 'Second'),
      'postgres/two was changed',
    ],
    ['without one of its files', () => rmSync(join(folder, 'postgres', 'one')), 'postgres/one is missing'],
    [
      'with a changed list of files',
      () => writeFileSync(join(folder, 'files.sha256'), ''),
      'files.sha256 was changed',
    ],
    ['that does not exist', () => rmSync(folder, { recursive: true }), 'there is no such folder'],
  ])('%s is not restored, and the error says why', async (_, damage, words) => {
    damage();
    await expect(restoreBackup(order())).rejects.toThrow(words);
    expect(readdirSync(join(data, '..')).includes('data') ? readdirSync(data) : []).toEqual([]);
  });

  it('of a newer release is not restored, although its manifest has other fields', async () => {
    writeFileSync(join(folder, 'manifest.json'), '{"release": "0.10.0", "new": true}');
    await expect(restoreBackup(order({ release: '0.9.0' }))).rejects.toThrow(
      'is a backup of Telltale 0.10.0, which is newer than this release, 0.9.0',
    );
  });

  it('is not restored over data unless that is requested', async () => {
    mkdirSync(join(data, 'embedded'), { recursive: true });
    await expect(restoreBackup(order())).rejects.toThrow('--replace replaces it');
  });

  it('whose stores do not start leaves the data as it was', async () => {
    mkdirSync(join(data, 'embedded'), { recursive: true });
    writeFileSync(join(data, 'embedded', 'mine'), 'data');
    await expect(restoreBackup(order({ replace: true }))).rejects.toThrow('the stores do not start');
    expect(readdirSync(data)).toEqual(['embedded']);
    expect(readFileSync(join(data, 'embedded', 'mine'), 'utf8')).toBe('data');
  });

  it.each([
    ['is missing', () => withKeys('')],
    ['is another one', () => withKeys('wrong')],
    [
      'in the folder is another one',
      () => {
        mkdirSync(data, { recursive: true });
        writeFileSync(join(data, 'secrets.key'), 'wrong');
        return withKeys('');
      },
    ],
  ])('whose secrets key %s is not restored', async (_, keyFor) => {
    await expect(restoreBackup(order({ keyFor: keyFor() }))).rejects.toThrow(
      'the secrets key of this backup is missing',
    );
  });

  it.each([
    ['the current one', () => withKeys('right')],
    ['a previous one', () => withKeys('newer', 'older,right')],
  ])('whose secrets key is %s of the environment is restored', async (_, keyFor) => {
    await expect(restoreBackup(order({ keyFor: keyFor() }))).rejects.toThrow('the stores do not start');
  });

  it('names the key file that does not fit', async () => {
    const file = join(root, 'other.key');
    writeFileSync(file, 'wrong\n');
    const keyFor = keyOfBackup({ SECRETS_KEY: '', PREVIOUS_SECRETS_KEYS: '', TELLTALE_DATA: data }, file);
    await expect(restoreBackup(order({ keyFor }))).rejects.toThrow(
      `${file} is not the secrets key of this backup`,
    );
  });
});

describe('a complete restore', () => {
  const put = (path: string, text: string): void => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  };
  const at = new Date('2026-11-29T02:03:04Z');

  it.each([
    ['before the first move', () => undefined],
    [
      'after the former data was moved',
      () => {
        mkdirSync(join(data, 'replaced-2026-11-29T020304'));
        rmSync(join(data, 'embedded'), { recursive: true });
        put(join(data, 'replaced-2026-11-29T020304', 'embedded', 'rows'), 'former');
      },
    ],
  ])('interrupted %s is finished by the next start', (_, interrupt) => {
    put(join(data, 'embedded', 'rows'), 'former');
    put(join(restoringFolder(data), 'embedded', 'rows'), 'restored');
    declareReady(data, at);
    interrupt();
    const former = join(data, 'replaced-2026-11-29T020304');
    expect(finishRestore(data)).toBe(former);
    expect(readFileSync(join(data, 'embedded', 'rows'), 'utf8')).toBe('restored');
    expect(readFileSync(join(former, 'embedded', 'rows'), 'utf8')).toBe('former');
    expect(readdirSync(data).sort()).toEqual(['embedded', 'replaced-2026-11-29T020304']);
    expect(finishRestore(data)).toBeUndefined();
  });

  it('is one only when it says so: an interrupted one is not moved', () => {
    put(join(data, 'embedded', 'rows'), 'former');
    put(join(restoringFolder(data), 'embedded', 'rows'), 'half');
    expect(finishRestore(data)).toBeUndefined();
    expect(readFileSync(join(data, 'embedded', 'rows'), 'utf8')).toBe('former');
  });
});

it('a full disk is called one, by Node and by ClickHouse', () => {
  const ofNode = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const ofClickHouse = new Error('ClickHouse: Code: 243. DB::ErrnoException: No space left on device');
  expect([inWords(ofNode, '/backup'), inWords(ofClickHouse, '/backup')]).toEqual([
    '/backup: the disk is full',
    '/backup: the disk is full',
  ]);
});
