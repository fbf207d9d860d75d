import { describe, expect, it } from 'vitest';
import { inventoryKinds } from './inventory-kind.ts';
import { infrastructureOf } from './infrastructure.ts';
import { kindsOfZone, zoneOf, inventoryZones } from './zone.ts';

describe('a zone', () => {
  it.each([
    ['interface', 'snmp', false, 'infrastructure'],
    ['class', 'snmp', false, 'qos'],
    ['class', 'vmanage', false, 'qos'],
    ['class', 'flow', false, 'uncategorized'],
    ['class', 'snmp', true, 'class of service'],
    ['class', 'flow', true, 'class of service'],
    ['probe', 'ipsla', false, 'sla'],
    ['tunnel', 'vmanage', false, 'vpn'],
    ['conversation', undefined, false, 'uncategorized'],
  ] as const)('of a %s of %s, mapped to a class of service: %s, is %s', (kind, source, isMapped, zone) => {
    expect(zoneOf(kind, { source, isMapped })).toBe(zone);
    expect(kindsOfZone(zone)).toContain(kind);
  });

  it('has every kind at least once', () => {
    const found = new Set(inventoryZones.flatMap((zone) => kindsOfZone(zone)));
    expect([...found].toSorted()).toEqual([...inventoryKinds].toSorted());
  });
});

describe('the type of infrastructure', () => {
  it.each([
    ['a device is a router', { kind: 'device' }, 'router'],
    ['an interface with a contract is a WAN access', { kind: 'interface', hasContract: true }, 'wan access'],
    ['another interface has none', { kind: 'interface' }, undefined],
    ['a probe of IP SLA is one', { kind: 'probe', source: 'ipsla' }, 'ipsla probe'],
    ['the chosen one has precedence', { kind: 'device', chosen: 'cisco iwan' }, 'cisco iwan'],
    ['a site has only a chosen one', { kind: 'site', chosen: 'cloud' }, 'cloud'],
  ] as const)('%s', (_, described, expected) => {
    expect(infrastructureOf(described)).toBe(expected);
  });
});
