import { describe, expect, it } from 'vitest';
import { runSync, STEP_SIZE } from '#platform/clock/steps.ts';
import { insertInSteps, naturalKey, sortInSteps } from './sort-in-steps.ts';

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

  it('takes in a few places as a sort of all would', () => {
    const keyOf = (place: number): string => String((place * 7_919) % 50).padStart(2, '0');
    const all = Array.from({ length: 1_000 }, (_, place) => place);
    const added = [3, 999, 0, 501, 500, 52, 2];
    const sorted = runSync(
      sortInSteps(
        all.filter((place) => !added.includes(place)),
        keyOf,
      ),
    );
    expect(runSync(insertInSteps(sorted, added, keyOf))).toEqual(runSync(sortInSteps(all, keyOf)));
  });
});
