import { parseAddressRange } from '#schemas/application/address-range.ts';
import {
  CUSTOM_ENGINE,
  parsePortRange,
  type ApplicationAttributes,
} from '#schemas/application/definition.ts';
import {
  applicationNumber,
  parseDeviceApplication,
  WITH_ENTERPRISE,
} from '#schemas/application/device-application.ts';
import type { DraftCaveat } from '#schemas/application/traffic-routes.ts';
import { TWO_32 } from '#schemas/number.ts';

/** A condition on `flows` with its parameters. */
export interface TrafficCondition {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** An address as `flows` stores it, IPv4 mapped. */
function storedAddress(family: 4 | 6, value: bigint): string {
  const number = family === 4 ? value + 0xff_ff_00_00_00_00n : value;
  const hex = number.toString(16).padStart(32, '0');
  return Array.from({ length: 8 }, (_, group) => hex.slice(group * 4, group * 4 + 4)).join(':');
}

/** Address and port of one end, of source or destination. */
function endSql({ addresses, ports }: ApplicationAttributes, end: 'source' | 'destination'): string {
  const within = (column: string, range: string, type: string) =>
    `arrayExists((low, high) -> ${column} >= low AND ${column} <= high, {${range}From:Array(${type})}, {${range}To:Array(${type})})`;
  const parts = [
    ...(addresses.length === 0 ? [] : [within(end, 'address', 'IPv6')]),
    ...(ports.length === 0 ? [] : [within(`${end}_port`, 'port', 'UInt16')]),
  ];
  return parts.join(' AND ');
}

function endsCondition(attributes: ApplicationAttributes): TrafficCondition[] {
  if (attributes.addresses.length === 0 && attributes.ports.length === 0) return [];
  const addresses = attributes.addresses.flatMap((text) => parseAddressRange(text) ?? []);
  const ports = attributes.ports.flatMap((text) => parsePortRange(text) ?? []);
  return [
    {
      sql: `((${endSql(attributes, 'source')}) OR (${endSql(attributes, 'destination')}))`,
      params: {
        addressFrom: addresses.map(({ family, first }) => storedAddress(family, first)),
        addressTo: addresses.map(({ family, last }) => storedAddress(family, last)),
        portFrom: ports.map(({ first }) => first),
        portTo: ports.map(({ last }) => last),
      },
    },
  ];
}

/** Engine 20 without an enterprise matches every enterprise. */
function deviceCondition({ deviceApplications }: ApplicationAttributes): TrafficCondition[] {
  const numbers = deviceApplications.flatMap((text) => {
    const found = parseDeviceApplication(text);
    return found === undefined ? [] : [applicationNumber(found)];
  });
  if (numbers.length === 0) return [];
  const ofEvery = numbers.filter((number) => Math.floor(number / TWO_32) === WITH_ENTERPRISE);
  return [
    {
      sql: `(application IN {numbers:Array(UInt64)}
    OR application >= ${String(2 ** 52)} AND application % ${String(TWO_32)} IN {selectors:Array(UInt32)})`,
      params: { numbers, selectors: ofEvery.map((number) => number % TWO_32) },
    },
  ];
}

/** The name that the exporter of a flow reports last for its application. */
const NAMED = `(exporter, application) IN (
    SELECT exporter, application FROM application_names WHERE customer IN {customers:Array(UInt32)}
    GROUP BY exporter, application HAVING lower(argMax(name, (since, application_names.at))) IN {names:Array(String)})`;

function numberConditions({ protocols, dscp, applicationNames }: ApplicationAttributes): TrafficCondition[] {
  return [
    ...(protocols.length === 0
      ? []
      : [{ sql: 'protocol IN {protocols:Array(UInt8)}', params: { protocols } }]),
    ...(dscp.length === 0 ? [] : [{ sql: 'bitAnd(dscp, 63) IN {dscp:Array(UInt8)}', params: { dscp } }]),
    ...(applicationNames.length === 0 ? [] : [{ sql: NAMED, params: { names: applicationNames } }]),
  ];
}

/** The flows that a draft matches, as far as stored flows show it: hostnames are not stored. Undefined if nothing else is given. */
export function draftCondition(attributes: ApplicationAttributes): TrafficCondition | undefined {
  const parts = [
    ...endsCondition(attributes),
    ...deviceCondition(attributes),
    ...numberConditions(attributes),
  ];
  if (parts.length === 0) return undefined;
  return {
    sql: parts.map(({ sql }) => sql).join('\n  AND '),
    params: Object.assign({}, ...parts.map(({ params }) => params)) as TrafficCondition['params'],
  };
}

export function draftCaveats(attributes: ApplicationAttributes): DraftCaveat[] {
  const { hostnames, applicationNames, deviceApplications } = attributes;
  const isChecked = draftCondition(attributes) !== undefined;
  return [
    ...(hostnames.length === 0 ? [] : [isChecked ? ('hostnames' as const) : ('hostnames-only' as const)]),
    ...(applicationNames.length + deviceApplications.length === 0 ? [] : ['device' as const]),
  ];
}

/** The flows that a custom application has matched. */
export const classifiedCondition = (application: number): TrafficCondition => ({
  sql: 'application = {matched:UInt64}',
  params: { matched: CUSTOM_ENGINE * TWO_32 + application },
});
