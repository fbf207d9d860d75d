import { describe, expect, it } from 'vitest';
import { parseAddressRange } from './address-range.ts';
import {
  applicationNumber,
  deviceApplicationOf,
  deviceApplicationText,
  parseDeviceApplication,
} from './device-application.ts';
import { ApplicationAttributes, parsePortRange } from './definition.ts';

describe('an address range', () => {
  it.each([
    ['10.0.0.1', 4, 0x0a_00_00_01n, 0x0a_00_00_01n],
    ['10.1.2.3/16', 4, 0x0a_01_00_00n, 0x0a_01_ff_ffn],
    ['10.0.0.1 - 10.0.0.9', 4, 0x0a_00_00_01n, 0x0a_00_00_09n],
    ['0.0.0.0/0', 4, 0n, 0xff_ff_ff_ffn],
    ['::1', 6, 1n, 1n],
    ['2001:db8::/127', 6, 0x2001_0db8n << 96n, (0x2001_0db8n << 96n) + 1n],
    ['::ffff:10.0.0.1', 4, 0x0a_00_00_01n, 0x0a_00_00_01n],
  ])('%s is parsed', (text, family, first, last) => {
    expect(parseAddressRange(text)).toEqual({ family, first, last });
  });

  it.each([
    '',
    '10.0.0',
    '10.0.0.1/33',
    '10.0.0.9-10.0.0.1',
    '10.0.0.1-::1',
    '10.0.0.1/8/8',
    '1.2.3.4-',
    'a',
  ])('"%s" is rejected', (text) => {
    expect(parseAddressRange(text)).toBeUndefined();
  });
});

describe('a range of ports', () => {
  it.each([
    ['443', 443, 443],
    ['0-65535', 0, 65_535],
    [' 5000 - 5999 ', 5_000, 5_999],
  ])('%s is parsed', (text, first, last) => {
    expect(parsePortRange(text)).toEqual({ first, last });
  });
  it.each(['', '65536', '9-1', '1-2-3', 'http', '-1'])('"%s" is rejected', (text) => {
    expect(parsePortRange(text)).toBeUndefined();
  });
});

describe('the attributes of an application', () => {
  it('are rejected with the fault and its path', () => {
    const parsed = ApplicationAttributes.safeParse({ addresses: ['10.0.0.1', '10.0.0'], ports: ['http'] });
    expect(parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
      'addresses.1: APPLICATION_RANGE_INVALID',
      'ports.0: APPLICATION_PORTS_INVALID',
    ]);
  });

  it('include at least one', () => {
    expect(ApplicationAttributes.safeParse({}).error?.issues[0]?.message).toBe(
      'APPLICATION_ATTRIBUTES_MISSING',
    );
  });

  it('of a device are engine and selector', () => {
    expect(parseDeviceApplication('13:453')).toEqual({ engine: 13, selector: 453 });
    expect(parseDeviceApplication('20:12356:40568')).toEqual({
      engine: 20,
      enterprise: 12_356,
      selector: 40_568,
    });
    for (const text of ['13', '256:1', '13:16777216', 'x:1', '', '13:9:453', '20:0:1', '20:1048576:1'])
      expect(parseDeviceApplication(text)).toBeUndefined();
  });

  it.each([
    [{ engine: 13, selector: 453 }, 13 * 2 ** 32 + 453, '13:453'],
    [{ engine: 20, selector: 7 }, 20 * 2 ** 32 + 7, '20:7'],
    [{ engine: 20, enterprise: 12_356, selector: 7 }, (2 ** 20 + 12_356) * 2 ** 32 + 7, '20:12356:7'],
    [{ engine: 20, enterprise: 2 ** 20 - 1, selector: 2 ** 32 - 1 }, 2 ** 53 - 1, '20:1048575:4294967295'],
  ])('of a device %o are encoded as one number and decoded from it', (application, number, text) => {
    expect(applicationNumber(application)).toBe(number);
    expect(deviceApplicationOf(number)).toEqual(application);
    expect(deviceApplicationText(application)).toBe(text);
  });
});
