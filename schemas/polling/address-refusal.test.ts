import { describe, expect, it } from 'vitest';
import { refusalOfKind, refusalText } from './address-refusal.ts';
import { snmpFailureWords } from './failure-words.ts';

describe('an address that must not be polled', () => {
  it.each([
    [
      '127.0.0.1',
      'loopback address',
      '127.0.0.1 is a loopback address; allow it with SNMP_ALLOWED_NETWORKS=127.0.0.0/8',
    ],
    ['::1', 'loopback address', '::1 is a loopback address; allow it with SNMP_ALLOWED_NETWORKS=::1/128'],
    [
      '169.254.7.9',
      'link-local address',
      '169.254.7.9 is a link-local address; allow it with SNMP_ALLOWED_NETWORKS=169.254.0.0/16',
    ],
    [
      'fe80::7',
      'link-local address',
      'fe80::7 is a link-local address; allow it with SNMP_ALLOWED_NETWORKS=fe80::/10',
    ],
    ['224.0.0.5', 'no host address', '224.0.0.5 is not the address of a host: correct it'],
  ] as const)('%s says what it is and what allows it', (address, refusal, text) => {
    expect(refusalText(address, refusal, 'en')).toBe(text);
  });

  it('says so in French', () => {
    expect(refusalText('127.0.0.1', 'loopback address', 'fr')).toBe(
      '127.0.0.1 est une adresse de bouclage\u00A0: autorisez-la avec SNMP_ALLOWED_NETWORKS=127.0.0.0/8',
    );
    expect(refusalText('240.0.0.1', 'no host address', 'fr')).toContain('n’est pas l’adresse d’un hôte');
  });

  it('is never a private one, where devices are', () => {
    expect([refusalOfKind('private'), refusalOfKind(undefined)]).toEqual([undefined, undefined]);
    expect(refusalOfKind('loopback')).toBe('loopback address');
  });

  it('has words where its address is not shown', () => {
    expect(snmpFailureWords('loopback address', 'en')).toContain('SNMP_ALLOWED_NETWORKS');
    expect(snmpFailureWords('link-local address', 'fr')).toContain('SNMP_ALLOWED_NETWORKS');
  });
});
