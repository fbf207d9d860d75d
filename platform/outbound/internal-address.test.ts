import { describe, expect, it } from 'vitest';
import { networkList, blockedKind } from './internal-address.ts';

const none = networkList([]);

describe('an internal address is not called', () => {
  it.for([
    ['127.0.0.1', 'loopback'],
    ['127.255.0.9', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::127.0.0.1', 'loopback'],
    ['::ffff:0:127.0.0.1', 'loopback'],
    ['::ffff:0:a9fe:a9fe', 'link-local'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['2002:7f00:1::', 'loopback'],
    ['169.254.169.254', 'link-local'],
    ['::ffff:169.254.169.254', 'link-local'],
    ['64:ff9b::169.254.169.254', 'link-local'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd00::1', 'private'],
    ['2001::1', 'private'],
    ['64:ff9b:1::a00:1', 'private'],
    ['0.0.0.0', 'not a host'],
    ['::', 'not a host'],
    ['224.0.0.1', 'not a host'],
    ['255.255.255.255', 'not a host'],
    ['ff02::1', 'not a host'],
    ['localhost', 'not a host'],
  ] as const)('%s is %s', ([address, why]) => {
    expect(blockedKind(address, none)).toBe(why);
  });

  it.for([
    '8.8.8.8',
    '172.32.0.1',
    '172.15.255.255',
    '2606:4700::1111',
    '64:ff9b::8.8.8.8',
    '2002:808:808::',
    '100.128.0.1',
  ])('an external address is: %s', (address) => {
    expect(blockedKind(address, none)).toBeUndefined();
  });

  it('an allowed internal network is', () => {
    const allowed = networkList(['10.0.0.0/8', '192.168.7.7', 'fd00:1::/32']);
    for (const address of ['10.9.8.7', '192.168.7.7', '::ffff:10.0.0.1', 'fd00:1::5'])
      expect([address, blockedKind(address, allowed)]).toEqual([address, undefined]);
    for (const address of ['192.168.7.8', '127.0.0.1', 'fd00:2::5'])
      expect([address, blockedKind(address, allowed)]).not.toEqual([address, undefined]);
  });
});
