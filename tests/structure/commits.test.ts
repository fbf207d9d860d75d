import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'telltale-commit-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function check(subject: string): readonly [number | null, string] {
  const file = join(folder, 'message');
  writeFileSync(file, `${subject}\n\nA body.\n`);
  const { status, stderr } = spawnSync('node', ['platform/setup/commit-subject.mjs', file], {
    encoding: 'utf8',
  });
  return [status, stderr.trim()];
}

describe('the subject of a commit', () => {
  it.each([
    'engine/alarm: reject definitions of another customer',
    'CHANGELOG: list what the first version contains',
    'fixup! engine/alarm: reject definitions of another customer',
  ])('may be “%s”', (subject) => {
    expect(check(subject)).toEqual([0, '']);
  });

  it.each([
    ['apply definitions', /starts with a path/],
    [`engine: add ${'a'.repeat(65)}`, /72 at most/],
    ['engine: let definitions be', /says what the commit does: "let" is none of add/],
    ['engine: add one thing; ingest: another', /one topic/],
    ["Merge branch 'feature'", /rebase/],
  ])('is rejected: “%s”', (subject, reason) => {
    expect(check(subject)).toEqual([1, expect.stringMatching(reason)]);
  });
});
