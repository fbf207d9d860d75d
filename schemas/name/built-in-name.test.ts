import { describe, expect, it } from 'vitest';
import { starterCockpit } from '../cockpit/starter/starter-cockpit.ts';
import { builtInNames, searchedBuiltIn, shownBuiltIn, type NamedKind } from './built-in-name.ts';

const kinds: readonly NamedKind[] = ['alarm', 'cockpit', 'cockpit description', 'role'];

describe('names that the product gives', () => {
  it.each([
    ['alarm', 'Inbound saturation', 'Inbound saturation', 'Saturation entrante'],
    ['alarm', 'Saturation IN', 'Inbound saturation', 'Saturation entrante'],
    ['alarm', 'Discards OUT ≥ 1 %', 'Outbound discards', 'Rejets sortants'],
    ['cockpit description', 'What contracts promise', 'What contracts promise', 'Engagements des contrats'],
    ['role', 'NOC night shift', 'NOC night shift', 'Équipe de nuit NOC'],
    ['role', 'Inbound saturation', 'Inbound saturation', 'Inbound saturation'],
  ] as const)('are shown in the language of the reader: the %s %s', (kind, stored, en, fr) => {
    expect([shownBuiltIn(kind, stored, 'en'), shownBuiltIn(kind, stored, 'fr')]).toEqual([en, fr]);
  });

  it.each(['saturation in', 'Inbound saturation of Lyon', 'constructor', ''])(
    'are not those of users: %j is shown as it was written',
    (name) => {
      expect([shownBuiltIn('alarm', name, 'fr'), searchedBuiltIn('alarm', name)]).toEqual([name, name]);
    },
  );

  it('are found by what is stored and in both languages', () => {
    expect(searchedBuiltIn('alarm', 'Saturation IN')).toBe(
      'Saturation IN Inbound saturation Saturation entrante',
    );
  });

  it('have one name each in both languages, and every alarm of the first cockpit has one', () => {
    for (const kind of kinds) {
      const names = builtInNames(kind);
      for (const language of ['en', 'fr'] as const)
        expect(new Set(names.map((name) => name[language])).size).toBe(names.length);
    }
    const known = new Set(builtInNames('alarm').map(({ en }) => en));
    expect(starterCockpit.alarms.map(({ label }) => label).filter((label) => !known.has(label))).toEqual([]);
  });
});
