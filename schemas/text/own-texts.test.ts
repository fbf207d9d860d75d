import { describe, expect, it } from 'vitest';
import { missingTexts, ownTextFaults } from './own-texts.ts';

const known = {
  silence: { title: 'Silences', by: 'By {{name}}', rows_one: 'One row', rows_other: '{{count}} rows' },
  problem: { NOT_FOUND: 'This page does not exist.' },
};

describe('the texts of an installation', () => {
  it('replace those of the product, with forms of the plural that English lacks', () => {
    const texts = {
      silence: {
        title: 'Planned work',
        by: '{{name}}',
        rows_one: '{{count}} row',
        rows_few: '{{count}} rows',
      },
      problem: { NOT_FOUND: 'Call the service desk.' },
    };
    expect(ownTextFaults(texts, known)).toEqual([]);
  });

  it.each([
    [{ silences: {} }, 'silences', 'expected the name of texts of the console'],
    [{ silence: { titel: 'Ruhe' } }, 'silence.titel', 'expected the key of a text'],
    [{ silence: { title_few: 'Silences' } }, 'silence.title_few', 'expected the key of a text'],
    [{ silence: { constructor: 'x' } }, 'silence.constructor', 'expected the key of a text'],
    [{ silence: { title: '{{name}}' } }, 'silence.title', 'expected no placeholder, got {{name}}'],
    [
      { silence: { by: 'By {{user}}' } },
      'silence.by',
      'expected of placeholders only {{name}}, got {{user}}',
    ],
    [{ silence: { by: 'By {{name}' } }, 'silence.by', 'expected placeholders such as {{name}}'],
    [{ silence: { by: 'By {{ name }}' } }, 'silence.by', 'expected placeholders such as {{name}}'],
    [{ silence: { title: '  ' } }, 'silence.title', 'expected a text that is not empty'],
    [{ silence: { title: 7 } }, 'silence.title', 'expected a text that is not empty'],
    [{ silence: ['Silences'] }, 'silence', 'expected an object of texts by key'],
    [[], '', 'expected an object of texts by name and key'],
  ])('are rejected in %j at %s', (given, at, expected) => {
    expect(ownTextFaults(given, known)).toEqual([{ at, expected }]);
  });

  it('say how many texts of a language are missing', () => {
    expect(missingTexts({ silence: { title: 'Ruhezeiten', rows_other: '{{count}} Zeilen' } }, known)).toBe(2);
    expect(missingTexts(known, known)).toBe(0);
  });
});
