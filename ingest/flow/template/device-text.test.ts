import { describe, expect, it } from 'vitest';
import { deviceText } from './device-text.ts';

const textOf = (bytes: Buffer): string =>
  deviceText(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), { at: 0, length: bytes.length });

describe('a text in the option table of an exporter', () => {
  it.each([
    ['UTF-8 with padding', Buffer.from('Téléphonie\0\0\0'), 'Téléphonie'],
    ['Latin-1 with padding', Buffer.from('4c69656e2052e97365617520e974e90000', 'hex'), 'Lien Réseau été'],
    ['Windows-1252', Buffer.from('8c7576726520803530', 'hex'), 'Œuvre €50'],
    ['UTF-8 longer than a stored name', Buffer.from(`a${'é'.repeat(100)}`), `a${'é'.repeat(63)}`],
    ['Latin-1 longer than a stored name', Buffer.alloc(200, 0xe9), 'é'.repeat(128)],
    ['nothing but padding', Buffer.alloc(8), ''],
  ])('of %s is read as it was written', (_what, bytes, text) => {
    expect(textOf(bytes)).toBe(text);
  });
});
