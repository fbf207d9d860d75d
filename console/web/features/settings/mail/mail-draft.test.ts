import { describe, expect, it } from 'vitest';
import { addressesIn, inLanguage, newMail } from './mail-draft.ts';

describe('recipients of a mail notification', () => {
  it.for([
    ['', []],
    ['noc@example.net', ['noc@example.net']],
    [
      'a@example.net, b@example.net;c@example.net\nd@example.net ',
      ['a', 'b', 'c', 'd'].map((one) => `${one}@example.net`),
    ],
    ['a@example.net,a@example.net', ['a@example.net']],
  ] as const)('are separated by commas, semicolons, spaces or lines: %j', ([text, addresses]) => {
    expect(addressesIn(text)).toEqual(addresses);
  });
});

describe('the language of a mail notification', () => {
  it('changes the texts that a new one starts with, and none that was written', () => {
    const english = newMail('en');
    expect({ ...english, ...inLanguage(english, 'fr') }).toEqual(newMail('fr'));
    const written = { ...english, subject: 'Alarm' };
    expect(inLanguage(written, 'fr')).toEqual({ subject: 'Alarm', body: english.body, language: 'fr' });
  });
});
