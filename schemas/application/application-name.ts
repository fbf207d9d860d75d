import { CUSTOM_ENGINE } from './definition.ts';
import {
  applicationNumber,
  deviceApplicationOf,
  deviceApplicationText,
  parseDeviceApplication,
} from './device-application.ts';
import { TWO_32 } from '../number.ts';

/** Class engines of RFC 6759 §4.1. */
const IANA_L3 = 1;
const IANA_L4 = 3;

/** The most frequent protocols of flows by IANA number. */
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

/** Well-known ports (IANA service names). */
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

/** The name of a frequent protocol by its IANA number; undefined for others. */
export const nameOfProtocol = (number: number): string | undefined => protocols[number];

/** Returns the id of a custom application from its number in flows, undefined for an application of a device. */
export const customApplicationOf = (application: number): number | undefined =>
  Math.floor(application / TWO_32) === CUSTOM_ENGINE ? application % TWO_32 : undefined;

/** Returns the number in flows of a custom application. */
export const customApplicationNumber = (id: number): number => CUSTOM_ENGINE * TWO_32 + id;

/** Default name of an application: protocol or port, else the number of the device, `engine:selector` or `20:enterprise:selector`. */
export function applicationName(application: number): string {
  const engine = Math.floor(application / TWO_32);
  const selector = application % TWO_32;
  if (application === 0) return 'Unknown application';
  if (engine === IANA_L3) return protocols[selector] ?? `Protocol ${String(selector)}`;
  if (engine === IANA_L4) return ports[selector] ?? `Port ${String(selector)}`;
  if (engine === CUSTOM_ENGINE) return `Custom application ${String(selector)}`;
  return deviceApplicationText(deviceApplicationOf(application));
}

/** Numbers of the default names in lower case. */
const numbersByName: ReadonlyMap<string, number> = new Map([
  ['unknown application', 0],
  ...Object.entries(protocols).map(
    ([n, name]) => [name.toLowerCase(), IANA_L3 * TWO_32 + Number(n)] as const,
  ),
  ...Object.entries(ports).map(([n, name]) => [name.toLowerCase(), IANA_L4 * TWO_32 + Number(n)] as const),
]);

const NUMBERED = /^(?:protocol (\d{1,3})|port (\d{1,5}))$/;

/** The applications whose default name is a text, or contains it when `isPart`; only names in the table are searched for parts. */
export function applicationsNamed(text: string, isPart = false): readonly number[] {
  const name = text.trim().toLowerCase();
  if (isPart) return [...numbersByName].flatMap(([known, number]) => (known.includes(name) ? [number] : []));
  const known = numbersByName.get(name);
  if (known !== undefined) return [known];
  const [, protocol, port] = NUMBERED.exec(name) ?? [];
  if (protocol !== undefined) return [IANA_L3 * TWO_32 + Number(protocol)];
  if (port !== undefined) return [IANA_L4 * TWO_32 + Number(port)];
  const device = parseDeviceApplication(name);
  return device === undefined ? [] : [applicationNumber(device)];
}

/** Default names that contain a text. */
export const defaultNamesWith = (text: string): readonly string[] =>
  [...numbersByName].flatMap(([known, number]) =>
    known.includes(text.trim().toLowerCase()) ? [applicationName(number)] : [],
  );
