import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { repairDeduplicationLogs } from './repair.ts';

describe('the deduplication log of a table', () => {
  const directory = mkdtempSync(join(tmpdir(), 'telltale-repair-'));
  const table = join(directory, 'store', 'abc', 'abc-uuid');
  const log = join(table, 'deduplication_logs', 'deduplication_log_1.txt');
  const given = (parts: readonly string[], content: string): void => {
    for (const part of [...parts, 'deduplication_logs', 'detached'])
      mkdirSync(join(table, part), { recursive: true });
    writeFileSync(log, content);
  };
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  it('loses the token of a part that was never stored', () => {
    given(
      ['all_1_3_1', 'all_4_4_0', 'tmp_insert_all_5_5_0'],
      '1\tall_2_2_0\ta\n1\tall_4_4_0\tb\n1\tall_5_5_0\tc\n',
    );
    expect(repairDeduplicationLogs(directory)).toBe(1);
    expect(readFileSync(log, 'utf8')).toBe('1\tall_2_2_0\ta\n1\tall_4_4_0\tb\n');
  });

  it('loses an incomplete line', () => {
    given(['20261120_1_1_0'], '1\t20261120_1_1_0\ta\n1\t20261120_2');
    expect(repairDeduplicationLogs(directory)).toBe(1);
    expect(readFileSync(log, 'utf8')).toBe('1\t20261120_1_1_0\ta\n');
  });

  it('stays unchanged when every part exists', () => {
    const content = '1\t20261120_1_1_0\ta\n2\t20261119_9_9_0\tb\n';
    given(['20261120_1_7_2'], content);
    expect(repairDeduplicationLogs(directory)).toBe(0);
    expect(readFileSync(log, 'utf8')).toBe(content);
  });

  it('is not needed without a table', () => {
    expect(repairDeduplicationLogs(join(directory, 'nothing'))).toBe(0);
  });
});
