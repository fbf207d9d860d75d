import { describe, expect, it } from 'vitest';
import { runSync, STEP_SIZE } from '#platform/clock/steps.ts';
import { naturalKey, sortInSteps } from './sort-in-steps.ts';

describe('a sort in steps', () => {
  it('orders more texts than one step has, and keeps the order of equal ones', () => {
    const values = Array.from({ length: 3 * STEP_SIZE + 5 }, (_, id) => ({
      id,
      key: String((id * 7_919) % 1_000),
    }));
    const sorted = runSync(sortInSteps(values, ({ key }) => key));
    expect(sorted).toEqual(
      values.toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)),
    );
  });

  it('orders numbers in names by their value', () => {
    const names = ['gi0/10', '10.0.0.10', 'gi0/2', '10.0.0.9'];
    expect(runSync(sortInSteps(names, naturalKey))).toEqual(['10.0.0.9', '10.0.0.10', 'gi0/2', 'gi0/10']);
  });
});
