import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_ENTERPRISE,
  severityNumbers,
  stateNumbers,
  trapNotifications,
  trapObjects,
} from './objects.ts';
import { shorten, varbindsOf } from './varbinds.ts';

const mib = readFileSync(join(import.meta.dirname, '../../../docs/TELLTALE-ALARM-MIB.txt'), 'utf8');
const all = (pattern: RegExp) => [...mib.matchAll(pattern)].map(([, ...groups]) => groups);

describe('the MIB file', () => {
  it('has the objects of the code, with their numbers and types', () => {
    const found = all(/^(\w+) OBJECT-TYPE\s+SYNTAX (\w+)[\s\S]*?::= \{ ttObjects (\d+) \}/gms);
    const ofCode = Object.entries(trapObjects).map(([name, { syntax, number }]) => [
      name,
      syntax,
      String(number),
    ]);
    expect(found).toEqual(ofCode);
  });

  it('has the notifications of the code, with their numbers and objects in their order', () => {
    const found = all(
      /^(\w+) NOTIFICATION-TYPE\s+OBJECTS \{([^}]*)\}[\s\S]*?::= \{ ttNotifications (\d+) \}/gms,
    );
    const ofMib = found.map(([name, objects = '', number]) => [
      name,
      objects.split(',').map((one) => one.trim()),
      number,
    ]);
    const ofCode = Object.entries(trapNotifications).map(([name, { objects, number }]) => [
      name,
      objects,
      String(number),
    ]);
    expect(ofMib).toEqual(ofCode);
  });

  it('has the numbers of severities and states, and the root', () => {
    const numbers = (of: object) =>
      Object.entries(of)
        .map(([name, number]) => `${name}(${String(number)})`)
        .join(', ');
    expect(mib).toContain(`INTEGER { ${numbers(severityNumbers)} }`);
    expect(mib).toContain(`INTEGER { ${numbers(stateNumbers)} }`);
    expect(mib).toContain(
      `::= { enterprises ${DEFAULT_ENTERPRISE.replace('1.3.6.1.4.1.', '').replaceAll('.', ' ')} }`,
    );
  });
});

describe('a text that is too long', () => {
  it('is truncated between characters', () => {
    expect(shorten('aé', 2)).toBe('a');
    expect(shorten('aé', 3)).toBe('aé');
    expect(shorten('😀😀', 7)).toBe('😀');
    expect(shorten('é', 0)).toBe('');
  });

  it('stays a prefix of itself within its octets', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, octets) => {
        const short = shorten(text, octets);
        expect(text.startsWith(short)).toBe(true);
        expect(Buffer.byteLength(short)).toBeLessThanOrEqual(octets);
      }),
    );
  });

  it('is shortened before short ones', () => {
    const values = {
      ttAlarmName: 'short',
      ttAlarmDescription: 'x'.repeat(5_000),
      ttCustomerName: 'y'.repeat(5_000),
    };
    const varbinds = varbindsOf({ name: 'ttAlarmRaised', values }, DEFAULT_ENTERPRISE);
    const sent = Object.fromEntries(varbinds.map(({ oid, value }) => [oid, String(value)]));
    const of = (name: keyof typeof values) =>
      sent[`${DEFAULT_ENTERPRISE}.1.${String(trapObjects[name].number)}.0`]!;
    expect(of('ttAlarmName')).toBe('short');
    expect(of('ttAlarmDescription').length).toBeGreaterThan(200);
    expect(of('ttCustomerName').length).toBe(of('ttAlarmDescription').length);
  });
});
