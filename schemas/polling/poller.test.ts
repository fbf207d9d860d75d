import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInPollers } from './built-in.ts';
import { devicePollers } from './device-pollers.ts';
import { counterKindOf, PollerDefinition } from './poller.ts';

const poller = {
  name: 'Temperature',
  level: 'device',
  oid: '1.3.6.1.4.1.9.9.13.1.3.1.3',
  script: 'procedure(maximum)',
  valueType: 'gauge',
  counters: ['temperature'],
};

const faultsOf = (input: unknown): readonly string[] => {
  const parsed = PollerDefinition.safeParse(input);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('a poller', () => {
  it('is taken as it is defined, without the dot that some write before an OID', () => {
    expect(PollerDefinition.parse({ ...poller, oid: ' .1.3.6.1.2.1 ' })).toEqual({
      ...poller,
      oid: '1.3.6.1.2.1',
      active: true,
      defaultValue: null,
      incremental: false,
    });
  });

  it.each([
    '',
    '1',
    '1.3',
    '3.1.1',
    '1.40.1',
    '1.3.6.x',
    '1..3.6',
    '1.3.6.',
    '1.3.4294967296',
    'sysUpTime.0',
    `1.3${'.1'.repeat(127)}`,
  ])('whose OID is "%s" is refused: OID is not in valid format', (oid) => {
    expect(faultsOf({ ...poller, oid })).toEqual(['oid: OID is not in valid format']);
  });

  it.each(['maximum', 'procedure()', 'procedure(maximum', 'procedure(a b)', 'procedure(x); rm', ''])(
    'whose script is "%s" is refused: a script looks like procedure(XXX)',
    (script) => {
      expect(faultsOf({ ...poller, script })).toEqual(['script: A script looks like procedure(XXX).']);
    },
  );

  it.each([
    ['a procedure that is not in the catalogue', { script: 'procedure(exec)' }, 'script'],
    ['a procedure that the prototype of objects has', { script: 'procedure(constructor)' }, 'script'],
    ['a procedure that only built-in pollers have', { script: 'procedure(ipSla)' }, 'script'],
    ['the rows of a table together on an interface', { level: 'interface' }, 'script'],
    ['a script whose value is to grow', { incremental: true }, 'incremental'],
    ['a text that is to grow', { script: null, valueType: 'text', incremental: true }, 'incremental'],
    [
      'a value that grows, with a default',
      { script: null, incremental: true, defaultValue: 1 },
      'defaultValue',
    ],
    ['a default below zero', { defaultValue: -1 }, 'defaultValue'],
    ['no counter', { counters: [] }, 'counters'],
    ['two counters', { counters: ['one', 'two'] }, 'counters'],
    ['a key with capitals', { counters: ['CPU'] }, 'counters.0'],
    ['the counter that tells whether the device answered', { counters: ['poll'] }, 'counters'],
    ['a counter of the catalogue of another level', { counters: ['speed'] }, 'counters'],
    [
      'a counter of the catalogue of another kind',
      { level: 'interface', script: null, counters: ['in_octets'] },
      'counters',
    ],
    ['no name', { name: ' ' }, 'name'],
    ['a level that is none', { level: 'rack' }, 'level'],
    ['a type that is none', { valueType: 'float' }, 'valueType'],
  ])('with %s is refused, and the fault names its field', (_, change, field) => {
    const faults = faultsOf({ ...poller, ...change });
    expect(faults.map((fault) => fault.slice(0, fault.indexOf(':')))).toEqual([field]);
  });

  it('may give a counter of the catalogue for devices of which no built-in poller reads it', () => {
    expect(faultsOf({ ...poller, script: 'procedure(meanLoad)', counters: ['cpu'] })).toEqual([]);
  });

  it.each([
    ['counter32', true, 'counter32'],
    ['counter64', true, 'counter64'],
    ['gauge', true, 'counter64'],
    ['counter64', false, 'gauge'],
    ['text', false, 'gauge'],
  ] as const)('of type %s, incremental %s, is kept as a %s', (valueType, incremental, kind) => {
    expect(counterKindOf({ valueType, incremental })).toBe(kind);
  });

  it('is never taken with an OID that SNMP cannot ask for', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 33), { minLength: 1, maxLength: 140 }), (arcs) => {
        const parsed = PollerDefinition.safeParse({ ...poller, oid: arcs.join('.') });
        if (!parsed.success) return;
        expect(arcs.length).toBeGreaterThan(2);
        expect(arcs.length).toBeLessThanOrEqual(128);
        expect(Math.max(...arcs)).toBeLessThan(2 ** 32);
      }),
    );
  });
});

describe('the built-in pollers', () => {
  it('have each a key and a name of their own, and a valid OID', () => {
    const unique = (values: readonly string[]) => expect(new Set(values).size).toBe(values.length);
    unique(builtInPollers.map(({ key }) => key));
    unique(builtInPollers.map(({ name }) => name));
    for (const { oid } of builtInPollers) expect(faultsOf({ ...poller, oid })).toEqual([]);
    expect(builtInPollers.length).toBeGreaterThan(devicePollers.length + 14);
  });
});
