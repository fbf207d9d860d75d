import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOfOneScript } from './one-script.ts';

describe('a name that looks like another one is recognised by its scripts', () => {
  it.for([
    ['admin', true],
    ['josé.müller-2', true],
    ['Żółć', true],
    ['админ', true],
    ['αλέξης', true],
    ['山田taro', true],
    ['やまだタロウ', true],
    ['김minsu', true],
    ['محمد', true],
    ['anne@example.net', true],
    ['o’brien', true],
    ['\u0430dmin', false],
    ['admi\u03bf', false],
    ['pаypal', false],
    ['αдмин', false],
    ['adm\u0456n', false],
    ['ａｄｍｉｎ', false],
    ['\u{1d41a}dmin', false],
    ['o\ufb03ce', false],
    ['аdmin@example.net', false],
    ['a\u13abc', false],
  ] as const)('%s: %s', ([name, isAccepted]) => {
    expect(isOfOneScript(name)).toBe(isAccepted);
  });

  it('one Cyrillic letter anywhere among Latin ones is found', () => {
    const latin = fc.stringMatching(/^[a-z]{1,12}$/);
    fc.assert(
      fc.property(
        latin,
        latin,
        fc.constantFrom('а', 'с', 'е', 'о', 'р', 'х', 'у', 'і'),
        (before, after, letter) => {
          expect(isOfOneScript(`${before}${after}`)).toBe(true);
          expect(isOfOneScript(`${before}${letter}${after}`)).toBe(false);
        },
      ),
    );
  });
});
