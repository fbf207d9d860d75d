import { describe, expect, it } from 'vitest';
import { addressBytes, plainAddress } from './address.ts';

const hex = (address: string): string => Buffer.from(addressBytes(address)).toString('hex');

describe('an address', () => {
  it.each([
    ['192.0.2.1', '00000000000000000000ffffc0000201'],
    ['::', '00000000000000000000000000000000'],
    ['::1', '00000000000000000000000000000001'],
    ['2001:db8::8:800:200c:417a', '20010db80000000000080800200c417a'],
    ['fe80::1%eth0', 'fe800000000000000000000000000001'],
    ['::ffff:192.0.2.1', '00000000000000000000ffffc0000201'],
  ])('%s is written as 16 bytes in network order', (address, bytes) => {
    expect(hex(address)).toBe(bytes);
  });

  it('that is invalid is rejected with its text', () => {
    expect(() => addressBytes('router-1')).toThrow('router-1 is not an IP address');
  });

  it('of an IPv4 sender on a dual-stack socket is normalised', () => {
    expect(plainAddress('::ffff:127.1.0.1')).toBe('127.1.0.1');
    expect(plainAddress('2001:db8::1')).toBe('2001:db8::1');
  });
});
