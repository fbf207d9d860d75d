import { CUSTOM_ENGINE } from './definition.ts';
import { deviceApplicationOf, deviceApplicationText } from './device-application.ts';

const TWO_32 = 2 ** 32;
/** Class engines of RFC 6759 §4.1. */
const IANA_L3 = 1;
const IANA_L4 = 3;

/** Protocols that flows are mostly of, by IANA's numbers. */
const protocols: Readonly<Record<number, string>> = {
  1: 'ICMP',
  2: 'IGMP',
  6: 'TCP',
  17: 'UDP',
  47: 'GRE',
  50: 'ESP',
  58: 'ICMPv6',
  89: 'OSPF',
  132: 'SCTP',
};

/** Ports that people know by a name (IANA service names). */
const ports: Readonly<Record<number, string>> = {
  22: 'SSH',
  25: 'SMTP',
  53: 'DNS',
  80: 'HTTP',
  123: 'NTP',
  161: 'SNMP',
  389: 'LDAP',
  443: 'HTTPS',
  445: 'SMB',
  993: 'IMAPS',
  3_389: 'RDP',
  5_060: 'SIP',
};

/** The id of a custom application by its number in flows, undefined for one of devices. */
export const customApplicationOf = (application: number): number | undefined =>
  Math.floor(application / TWO_32) === CUSTOM_ENGINE ? application % TWO_32 : undefined;

/** What an application is called when nobody named it: by protocol or port, else as devices say it, `engine:selector` or `20:enterprise:selector`. */
export function applicationName(application: number): string {
  const engine = Math.floor(application / TWO_32);
  const selector = application % TWO_32;
  if (application === 0) return 'Unknown application';
  if (engine === IANA_L3) return protocols[selector] ?? `Protocol ${String(selector)}`;
  if (engine === IANA_L4) return ports[selector] ?? `Port ${String(selector)}`;
  return deviceApplicationText(deviceApplicationOf(application));
}
