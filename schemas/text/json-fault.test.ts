import { expect, it } from 'vitest';
import { jsonFaultOffset } from './json-fault.ts';

const offsetIn = (text: string): number => {
  try {
    JSON.parse(text);
    return -1;
  } catch (fault) {
    return jsonFaultOffset(fault, text);
  }
};
const long = `"${'x'.repeat(50)}"`;

it.each([
  ['a short text', '[1, oops]', 4],
  ['the start of a long text', `{"a": oops, "b": ${long}}`, 6],
  ['the middle of a long text', `[${long}, oops, ${long}]`, 55],
  ['the end of a long text', `[${long}, oops]`, 55],
  ['a missing comma', `[${long} ${long}]`, 54],
  ['a text that ends too early', '{"data": [1,2', 13],
  ['a picture', '\uFFFDPNG\u0000\u0001', 0],
  ['an unfinished string', '{"data": "x', 11],
])('a fault of JSON is found in %s', (_, text, offset) => {
  expect(offsetIn(text)).toBe(offset);
});
