import { describe, expect, it } from 'vitest';
import { componentName, namedComponents } from './component-names.ts';
import { reasonPlaceholders, ReasonCode, reasonText } from './reason.ts';

describe('reasons of states', () => {
  it.each(ReasonCode.options)('%s names the same facts in both languages', (code) => {
    expect(reasonPlaceholders(code, 'fr')).toEqual(reasonPlaceholders(code, 'en'));
  });

  it.each([
    ['en', 'Its heap has reached 93% of its limit.'],
    ['fr', 'Son tas atteint 93 % de sa limite.'],
  ] as const)('have figures as the language writes them: %s', (language, words) => {
    const { reason } = reasonText({ code: 'heapHigh', facts: { share: 93 } }, language);
    expect(reason.replaceAll(/[\u00A0\u202F]/g, ' ')).toBe(words);
  });

  it('show no text of a fact as a placeholder', () => {
    const { reason } = reasonText({ code: 'storeDown', facts: { error: 'odd {ms:duration} $1' } }, 'en');
    expect(reason).toBe('Does not respond: odd {ms:duration} $1.');
  });
});

it('a process of several has its instance behind its name, a stream the name of NATS', () => {
  expect(componentName('processes.poller poller-2', 'fr')).toBe('Interrogateur poller-2');
  expect(componentName('streams.FLOWS', 'fr')).toBe('FLOWS');
  expect(namedComponents.every((id) => componentName(id, 'fr') !== '')).toBe(true);
});
