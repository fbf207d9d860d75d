import { describe, expect, it } from 'vitest';
import { readJson } from './read-json.ts';

describe('a file that is imported', () => {
  it('is read as JSON', () => {
    expect(readJson('{"a": [1]}')).toEqual({ is: 'json', value: { a: [1] } });
    expect(readJson('null')).toEqual({ is: 'json', value: null });
  });

  it.each([
    ['', 1, 1],
    ['{"a": 1,\n  b: 2}', 2, 3],
    ['{\n"a": 1,\n', 3, 1],
    ['{"name": "x", "dashlets": [},\n"version": 1}', 1, 28],
  ])('that is no JSON, as %j, has its fault in line %d, column %d', (text, line, column) => {
    expect(readJson(text)).toEqual({ is: 'not-json', line, column });
  });
});
