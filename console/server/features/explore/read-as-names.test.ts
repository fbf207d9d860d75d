import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAsNames } from './read-as-names.ts';

describe('a file with the names of autonomous systems', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'as-names-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const read = async (content: string) => {
    const path = join(folder, 'as.csv');
    await writeFile(path, content);
    return [...(await readAsNames(path))];
  };

  it('is read by its header: lists of numbers, and blocks of networks as MaxMind has them', async () => {
    expect(await read('asn,name\nAS3215,Orange\n64500,"Example, Inc."\n')).toEqual([
      [3_215, 'Orange'],
      [64_500, 'Example, Inc.'],
    ]);
    const blocks =
      'network,autonomous_system_number,autonomous_system_organization\n1.0.0.0/24,13335,CLOUDFLARENET\n';
    expect(await read(blocks)).toEqual([[13_335, 'CLOUDFLARENET']]);
  });

  it.each([
    ['asn,name\n3215,Ora', /last line has no end: the file is cut/],
    ['asn,name\n3215,"Ora\n', /line 1/],
    ['asn,name\n3215\n', /line 1/],
    ['asn,name\nx,Orange\n', /line 2: “x” is no AS number/],
    ['number of lines\n3\n', /line 1: the header needs a column/],
    ['asn,name\n', /there are no names/],
  ])('%j is rejected with the line and the reason', async (content, reason) => {
    await expect(read(content)).rejects.toThrow(reason);
  });
});
