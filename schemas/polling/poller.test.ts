import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInPollers } from './built-in.ts';
import { devicePollers } from './device-pollers.ts';
import { problemText } from '../problem/problem.ts';
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
  it('is accepted, without a leading dot of its OID', () => {
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
  ])('with the OID "%s" is rejected', (oid) => {
    expect(faultsOf({ ...poller, oid })).toEqual(['oid: OID_INVALID']);
  });

  it.each(['maximum', 'procedure()', 'procedure(maximum', 'procedure(a b)', 'procedure(x); rm', ''])(
    'with the script "%s" is rejected',
    (script) => {
      expect(faultsOf({ ...poller, script })).toEqual(['script: SCRIPT_INVALID']);
    },
  );

  it.each([
    ['a procedure missing from the catalogue', { script: 'procedure(exec)' }, 'script'],
    ['a procedure name of the object prototype', { script: 'procedure(constructor)' }, 'script'],
    ['a procedure reserved for built-in pollers', { script: 'procedure(ipSla)' }, 'script'],
    ['a table aggregate on an interface', { level: 'interface' }, 'script'],
    ['an incremental script', { incremental: true }, 'incremental'],
    ['an incremental text', { script: null, valueType: 'text', incremental: true }, 'incremental'],
    [
      'an incremental value with a default',
      { script: null, incremental: true, defaultValue: 1 },
      'defaultValue',
    ],
    ['a default below zero', { defaultValue: -1 }, 'defaultValue'],
    ['no counter', { counters: [] }, 'counters'],
    ['two counters', { counters: ['one', 'two'] }, 'counters'],
    ['a key with capitals', { counters: ['CPU'] }, 'counters.0'],
    ['the reachability counter', { counters: ['poll'] }, 'counters'],
    ['a counter of the catalogue of another level', { counters: ['speed'] }, 'counters'],
    [
      'a counter of the catalogue of another kind',
      { level: 'interface', script: null, counters: ['in_octets'] },
      'counters',
    ],
    ['no name', { name: ' ' }, 'name'],
    ['an unknown level', { level: 'rack' }, 'level'],
    ['an unknown type', { valueType: 'float' }, 'valueType'],
  ])('with %s is rejected with a fault at its field', (_, change, field) => {
    const faults = faultsOf({ ...poller, ...change });
    expect(faults.map((fault) => fault.slice(0, fault.indexOf(':')))).toEqual([field]);
  });

  it('may provide a catalogue counter for devices without a matching built-in poller', () => {
    expect(faultsOf({ ...poller, script: 'procedure(meanLoad)', counters: ['cpu'] })).toEqual([]);
  });

  it.each([
    ['counter32', true, 'counter32'],
    ['counter64', true, 'counter64'],
    ['gauge', true, 'counter64'],
    ['counter64', false, 'gauge'],
    ['text', false, 'gauge'],
  ] as const)('of type %s, incremental %s, is stored as a %s', (valueType, incremental, kind) => {
    expect(counterKindOf({ valueType, incremental })).toBe(kind);
  });

  it('is never accepted with an OID that SNMP cannot request', () => {
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
  it('have unique keys and names and valid OIDs', () => {
    const unique = (values: readonly string[]) => expect(new Set(values).size).toBe(values.length);
    unique(builtInPollers.map(({ key }) => key));
    unique(builtInPollers.map(({ name }) => name));
    for (const { oid } of builtInPollers) expect(faultsOf({ ...poller, oid })).toEqual([]);
    expect(builtInPollers.length).toBeGreaterThan(devicePollers.length + 14);
  });
});

describe('the faults of a counter', () => {
  it.each([
    ['en', '“cpu” is a counter of the level device.'],
    ['fr', '«\u00A0cpu\u00A0» est un compteur du niveau équipement.'],
  ] as const)('name level and kind in the language of the user: %s', (language, text) => {
    expect(problemText('COUNTER_LEVEL', language, { counter: 'cpu', level: 'device' })).toBe(text);
    const kinds = { counter: 'cpu', counterKind: 'gauge', ownKind: 'counter64' };
    const named = problemText('COUNTER_KIND', language, kinds);
    expect(named.includes('jauge') && named.includes('compteur 64 bits')).toBe(language === 'fr');
  });
});
