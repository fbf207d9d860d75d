import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { serverMemory } from '#platform/lifecycle/server-memory.ts';

const ALLOCATE = `
  const kept = [];
  for (let at = 0; at < 8e5; at += 1) kept[at % 3e5] = { at, text: String(at) };
  const { space_size: bytes } = v8.getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
  process.stdout.write(String(bytes / 2 ** 20));
`;

it('the young generation of the server stays small, whatever the memory of the machine', () => {
  const { status, stdout } = spawnSync(process.execPath, [...serverMemory.nodeOptions, '-e', ALLOCATE]);
  expect(status).toBe(0);
  expect(Number(stdout.toString())).toBeGreaterThan(0);
  expect(Number(stdout.toString())).toBeLessThanOrEqual(48);
});
