import { describe, expect, it } from 'vitest';
import { forEachKey, stepColumns } from './step-columns.ts';

describe('rows of a statement, by column', () => {
  const columns = {
    part: [0, 0, 1],
    key_0: [7, 7, 7],
    key_1: [1, 1, 2],
    at: [300, 600, 300],
    value_0: [1, null, 3],
  };

  it('have as many ids as the key, and the values of each result', () => {
    const { parts, keys, starts, values } = stepColumns(columns);
    expect([parts, starts]).toEqual([columns.part, columns.at]);
    expect(keys).toEqual([columns.key_0, columns.key_1]);
    expect(values).toEqual([columns.value_0]);
  });

  it('share the list of a key while they are of it', () => {
    const visited: (readonly number[])[] = [];
    forEachKey(stepColumns(columns).keys, (key) => visited.push(key));
    expect(visited).toEqual([
      [7, 1],
      [7, 1],
      [7, 2],
    ]);
    expect(visited[1]).toBe(visited[0]);
  });

  it('are none where the store returned none', () => {
    const nothing = stepColumns({ part: [], key_0: [], at: [], value_0: [] });
    forEachKey(nothing.keys, () => expect.fail('there is no row'));
    expect(nothing.starts).toEqual([]);
  });
});
