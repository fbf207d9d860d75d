import { describe, expect, it } from 'vitest';
import { migrations } from './migrations.ts';

describe('migrations', () => {
  it('are numbered by one counter, without gaps, in the order in which they run', () => {
    const numbers = migrations.map(({ name }) => /^(\d{4})-[a-z]+(?:-[a-z]+)*$/.exec(name)?.[1]);
    expect(numbers).toEqual(migrations.map((_, at) => String(at + 1).padStart(4, '0')));
  });
});
