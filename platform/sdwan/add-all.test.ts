import { expect, it } from 'vitest';
import { addAll } from './add-all.ts';

it('the samples of a manager with 20,000 devices are added to those before them', () => {
  const samples = [0];
  addAll(
    samples,
    Array.from({ length: 500_000 }, (_, at) => at + 1),
  );
  expect([samples.length, samples.at(-1)]).toEqual([500_001, 500_000]);
});
