import { expect, it } from 'vitest';
import { missingSteps } from './copy-steps.ts';

const step = (customer: number, parts: number) => ({ customer, parts, since: 3_600 });

it('a server gets the customers that it lacks, and those of which another one has more parts', () => {
  const own = [step(1, 2), step(2, 4), step(3, 2)];
  const others = [step(1, 2), step(2, 2), step(3, 4), step(4, 2)];
  expect(missingSteps(own, [...own, ...others])).toEqual([step(3, 4), step(4, 2)]);
  expect(missingSteps(others, [...own, ...others])).toEqual([step(2, 4)]);
});
