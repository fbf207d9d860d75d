import { describe, expect, it } from 'vitest';
import { systemIds } from '../id/id.ts';
import { secretBox } from './secret-box.ts';

const box = secretBox({ current: 'a key of this installation', previous: [] }, systemIds);

describe('a sealed secret', () => {
  it('can be opened, and differs each time it is sealed', () => {
    const sealed = box.seal('clé', 'totp');
    expect(box.open(sealed, 'totp')).toBe('clé');
    expect(box.seal('clé', 'totp')).not.toBe(sealed);
    expect(sealed).not.toContain('clé');
  });
  it('cannot be opened for another purpose, with another key, or after a change', () => {
    const sealed = box.seal('secret', 'totp');
    expect(() => box.open(sealed, 'smtp')).toThrow('cannot be opened');
    expect(() => secretBox({ current: 'another key', previous: [] }, systemIds).open(sealed, 'totp')).toThrow(
      'SECRETS_KEY',
    );
    const at = sealed.length - 3;
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
    expect(() => box.open(changed, 'totp')).toThrow('cannot be opened');
    expect(() => box.open('plain', 'totp')).toThrow('is not sealed');
  });
  it('of a previous key can be opened and is recognised', () => {
    const sealed = box.seal('secret', 'totp');
    const next = secretBox({ current: 'the next key', previous: ['a key of this installation'] }, systemIds);
    expect(next.open(sealed, 'totp')).toBe('secret');
    expect(next.isCurrent(sealed, 'totp')).toBe(false);
    expect(next.isCurrent(next.seal('secret', 'totp'), 'totp')).toBe(true);
    expect(() => box.open(next.seal('secret', 'totp'), 'totp')).toThrow('cannot be opened');
  });
});
