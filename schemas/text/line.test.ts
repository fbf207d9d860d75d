import { describe, expect, it } from 'vitest';
import { asLine, evenText, invisibleCharacter, Line } from './line.ts';
import { nameKey } from '../resource/name-key.ts';

describe('a name', () => {
  it.each([
    ['that is plain', ' WAN links ', 'WAN links'],
    ['in another script', 'שרת ערב', 'שרת ערב'],
    ['with an override of the direction', 'core-\u202Egnp.exe\u202C', 'core-gnp.exe'],
    ['with an isolate and marks', '\u2067edge\u2069\u200E-1\u200F\u061C', 'edge-1'],
    ['that is nothing but marks', '\u202E\u2066', ''],
    ['with spaces of web pages and spreadsheets', 'Lyon\u00A0Nord\u202F 2', 'Lyon Nord 2'],
    ['with several spaces', '  Lyon   Nord ', 'Lyon Nord'],
    ['with decomposed accents', 'E\u0301vry', '\u00C9vry'],
    ['with a space of no width', 'Ly\u200Bon\uFEFF', 'Lyon'],
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

describe('names that look equal', () => {
  const looks = [
    'Évry Nord',
    'E\u0301vry Nord',
    'Évry\u00A0Nord',
    'Évry  Nord',
    ' Évry\u202FNord',
    'Évry\u2009Nord',
  ];

  it('are one name, whatever their spaces and accents are made of', () => {
    expect(new Set(looks.map(evenText))).toEqual(new Set(['Évry Nord']));
    expect(new Set(looks.map((name) => Line.parse(name)))).toEqual(new Set(['Évry Nord']));
    expect(new Set(looks.map(nameKey))).toEqual(new Set(['évry nord']));
  });
});

describe('a text of another system', () => {
  it.each([
    ['lines and tabs', 'Paris\r\n\tNord\u0085', 'Paris Nord'],
    ['control characters', '\u0000core\u001B[1m-1\u009B', 'core[1m-1'],
    ['spaces of web pages', 'S\u00E3o\u00A0 Paulo', 'S\u00E3o Paulo'],
    ['decomposed accents', 'Gene\u0300ve', 'Gen\u00E8ve'],
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
