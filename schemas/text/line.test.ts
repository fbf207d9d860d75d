import { describe, expect, it } from 'vitest';
import { Line } from './line.ts';

describe('a name', () => {
  it.each([
    ['that is plain', ' WAN links ', 'WAN links'],
    ['in another script', 'שרת ערב', 'שרת ערב'],
    ['with an override of the direction', 'core-\u202Egnp.exe\u202C', 'core-gnp.exe'],
    ['with an isolate and marks', '\u2067edge\u2069\u200E-1\u200F\u061C', 'edge-1'],
    ['that is nothing but marks', '\u202E\u2066', ''],
    ['with a line separator', 'Paris\u2028Lyon', 'Paris Lyon'],
  ])('%s is stored as it is read', (_, written, stored) => {
    expect(Line.parse(written)).toBe(stored);
  });

  it('of marks only is missing where a name is required', () => {
    expect(Line.min(1, 'REQUIRED').safeParse('\u202E').error?.issues[0]?.message).toBe('REQUIRED');
  });

  it.each(['a\nb', 'a\u0000b', 'a\tb', '\u009B1m'])(
    'with the control character of %j is rejected',
    (text) => {
      expect(Line.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(['CONTROL_CHARACTER']);
    },
  );
});
