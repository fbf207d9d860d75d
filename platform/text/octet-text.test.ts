import { assert, property, string, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { octetText } from './octet-text.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));

describe('the text of a device', () => {
  it.each([
    ['of ASCII', Buffer.from('Gi0/0'), 'Gi0/0'],
    ['of UTF-8', Buffer.from('Lien Réseau été'), 'Lien Réseau été'],
    ['of Latin-1', hex('4c69656e2052e97365617520e974e9'), 'Lien Réseau été'],
    ['of Latin-1 with a space at its end', hex('526567696f6e20e920'), 'Region é '],
    ['of Latin-1 that ends with an accent', hex('636166e9'), 'café'],
    ['of Windows-1252', hex('50617269732096209c7576726520803530'), 'Paris – œuvre €50'],
    ['of German Latin-1', hex('5363686cfc73736520537472e1df65'), 'Schlüsse Stráße'],
    ['of UTF-8 that its agent has cut after an accent', hex('52c3a9736561c3'), 'Résea'],
    ['of UTF-8 that its agent has cut within a character', hex('50726978203520e282'), 'Prix 5 '],
    ['of UTF-8 with a character of four bytes', hex('f09f94a5'), '🔥'],
    ['without a byte', hex(''), ''],
  ])('%s is read as it was written', (_what, bytes, text) => {
    expect(octetText(bytes)).toBe(text);
  });

  it.each([
    ['Réseau', 3, 'Ré'],
    ['Réseau', 2, 'R'],
    ['Réseau', 6, 'Résea'],
    ['Réseau', 7, 'Réseau'],
    ['a🔥b', 4, 'a'],
  ])('%s is cut to %i bytes between two characters', (text, max, cut) => {
    expect(octetText(Buffer.from(text), max)).toBe(cut);
  });

  it('of UTF-8 is read as it was written, whatever its characters are', () => {
    assert(
      property(string({ unit: 'grapheme' }), (text) => {
        expect(octetText(Buffer.from(text))).toBe(text);
      }),
    );
  });

  it('never has a replacement character that the device did not send', () => {
    assert(
      property(uint8Array({ maxLength: 64 }), (bytes) => {
        const isSent = Buffer.from(bytes).includes(Buffer.from('efbfbd', 'hex'));
        expect(octetText(bytes).includes('\uFFFD') && !isSent).toBe(false);
      }),
    );
  });
});
