import { describe, expect, it } from 'vitest';
import { asLine, invisibleCharacter, Line } from './line.ts';

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

describe('a text of another system', () => {
  it.each([
    ['lines and tabs', 'Paris\r\n\tNord\u0085', 'Paris Nord'],
    ['control characters', '\u0000core\u001B[1m-1\u009B', 'core[1m-1'],
    ['changes of direction', '\u200Fedge\u202E-1', 'edge-1'],
    ['nothing but these', '\u202E\u0007', ''],
  ])('with %s becomes a line without them', (_, written, line) => {
    expect(asLine(written)).toBe(line);
    expect(Line.parse(asLine(written))).toBe(line);
  });
});

describe('an invisible character', () => {
  it.each([
    ['edge\u202E1', { character: 'U+202E', position: 5 }],
    ['a\tb', { character: 'U+0009', position: 2 }],
    ['\u009B1m', { character: 'U+009B', position: 1 }],
    ['zero\u200Bwidth', { character: 'U+200B', position: 5 }],
    ['Évry – שרת', undefined],
  ])('of %j is named with its place', (text, found) => {
    expect(invisibleCharacter(text)).toEqual(found);
  });
});
