import { describe, expect, it } from 'vitest';
import { sharedTime } from './shared-time.ts';

describe('the time of elements in a window of 300 s', () => {
  it.each([
    ['is that of the window where each was observed throughout', 300, 300, 300],
    ['is that of the one observed longest where they began within it', 200, 40, 200],
    ['is that of the window where one of them missed the poll before', 600, 300, 300],
    ['is that of the window where one began while another missed the poll before', 600, 20, 300],
    ['is that since the last poll where all of them missed one', 600, 600, 600],
    ['is the least that all of them have where they missed several', 900, 600, 600],
  ])('%s', (_, longest, shortest, seconds) => {
    expect(sharedTime({ longest, shortest, length: 300 })).toBe(seconds);
  });
});
