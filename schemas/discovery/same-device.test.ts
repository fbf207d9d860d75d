import { describe, expect, it } from 'vitest';
import { realSerial, sameByAddress, sameHostName } from './same-device.ts';

describe('a serial number', () => {
  it.each([
    '',
    '0',
    '00000000',
    '0000-0000',
    'FFFFFFFF',
    'xxxxxxxx',
    '...',
    'N/A',
    'n/a',
    'None',
    'not specified',
    'To be filled by O.E.M.',
    'To Be Filled By O.E.M. by More',
    'Default string',
    'System Serial Number',
    '0123456789',
    '123456789',
    'Unknown',
    'Not Applicable',
    'abc',
    'A-1',
    '        ',
  ])('that is "%s" identifies nothing', (text) => {
    expect(realSerial(text)).toBe('');
  });

  it.each([
    ['FTX1840ABCD', 'FTX1840ABCD'],
    [' fdo21120abc ', 'FDO21120ABC'],
    ['FGT60FTK20001234', 'FGT60FTK20001234'],
    ['VMware-42 1c aa bb', 'VMWARE-42 1C AA BB'],
    ['9000', '9000'],
  ])('that is "%s" is compared as %s', (text, expected) => {
    expect(realSerial(text)).toBe(expected);
  });
});

describe('two host names', () => {
  it.each([
    ['edge-1', 'EDGE-1', true],
    ['edge-1', 'edge-1.example.net', true],
    ['edge-1.example.net.', 'edge-1', true],
    ['edge-1.paris.example.net', 'edge-1.lyon.example.net', false],
    ['edge-1', 'edge-10', false],
    ['', '', false],
    ['', 'edge-1', false],
  ])('"%s" and "%s": the same host is %s', (one, other, expected) => {
    expect(sameHostName(one, other)).toBe(expected);
    expect(sameHostName(other, one)).toBe(expected);
  });
});

describe('the vendor of a network file', () => {
  const at = (vendor: string, sysName = '') => ({
    sysName,
    vendor,
    serials: [],
    address: '10.0.0.1',
    ownAddresses: [],
  });
  it.each([
    ['Cisco Systems, Inc.', 'edge-1', true],
    ['Juniper', '', true],
    ['Juniper', 'core-7', false],
    ['Ciscoo', 'core-7', false],
  ])(
    '"%s" at the address of a Cisco, discovered as "%s": the same device is %s',
    (vendor, name, expected) => {
      expect(sameByAddress(at('Cisco', 'edge-1'), at(vendor, name))).toBe(expected);
    },
  );
});
