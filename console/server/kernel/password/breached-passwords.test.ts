import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { breachedPasswords } from './breached-passwords.ts';

const folder = mkdtempSync(join(tmpdir(), 'telltale-breached-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const hashOf = (password: string): string => createHash('sha1').update(password).digest('hex').toUpperCase();

function fileOf(passwords: readonly string[], end = '\r\n'): string {
  const lines = passwords.map(hashOf).toSorted();
  const path = join(folder, String(passwords.length) + String(end.length));
  writeFileSync(path, lines.map((hash, at) => `${hash}:${String(at ** 3 + 1)}${end}`).join(''));
  return path;
}

describe('breached passwords', () => {
  it.each([1, 2, 3, 10, 1_000])('are found, each of %i, and no others', async (count) => {
    const passwords = Array.from({ length: count }, (_, at) => `pässword ${String(at)}`);
    for (const end of ['\n', '\r\n']) {
      const breached = await breachedPasswords(fileOf(passwords, end));
      const found = await Promise.all(passwords.map((password) => breached.has(password)));
      expect(found.every(Boolean)).toBe(true);
      const others = await Promise.all(passwords.map((password) => breached.has(`${password}!`)));
      expect(others.some(Boolean)).toBe(false);
    }
  });

  it('are compared in normalized form', async () => {
    const breached = await breachedPasswords(fileOf(['caf\u00E9 du matin', 'another']));
    expect(await breached.has('cafe\u0301 du matin')).toBe(true);
  });

  it('reject a file that is missing or has another format', async () => {
    const path = join(folder, 'another');
    writeFileSync(path, 'password1\npassword2\n');
    await expect(breachedPasswords(path)).rejects.toThrow('does not begin with a hash');
    await expect(breachedPasswords(join(folder, 'nowhere'))).rejects.toThrow('ENOENT');
  });
});
