import { z } from 'zod';
import { AddressRangeText } from './address-range.ts';
import { parseDeviceApplication } from './device-application.ts';

const PORTS = /^(\d{1,5})(?:\s*-\s*(\d{1,5}))?$/;
const MAX_PORT = 65_535;

/** Ports from `first` to `last`, inclusive. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** Parses `443` or `5000-5999`; undefined for anything else. */
export function parsePortRange(text: string): PortRange | undefined {
  const [, from, to = from] = PORTS.exec(text.trim()) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const [first, last] = [Number(from), Number(to)];
  return first <= last && last <= MAX_PORT ? { first, last } : undefined;
}

const PortRangeText = z
  .string()
  .trim()
  .refine((text) => parsePortRange(text) !== undefined, {
    error: 'APPLICATION_PORTS_INVALID',
  });

const DeviceApplicationText = z
  .string()
  .trim()
  .refine((text) => parseDeviceApplication(text) !== undefined, {
    error: 'APPLICATION_DEVICE_INVALID',
  });

/** A host name; `*.example.com` also matches every subdomain. Case-insensitive. */
const Hostname = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/, {
    error: 'APPLICATION_HOSTNAME_INVALID',
  })
  .max(253);

const MAX_ATTRIBUTES = 1_000;
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(MAX_ATTRIBUTES).default([]);

/**
 * Attributes that classify traffic. Values of one kind are alternatives, all kinds must match, an empty kind matches everything.
 * Addresses and ports must match at the same end of a conversation, either end.
 */
export const ApplicationAttributes = z
  .strictObject({
    addresses: listOf(AddressRangeText),
    ports: listOf(PortRangeText),
    hostnames: listOf(Hostname),
    /** Name in the exporter's application table, case-insensitive. */
    applicationNames: listOf(z.string().trim().toLowerCase().min(1).max(100)),
    /** An engine 20 selector without enterprise matches every enterprise. */
    deviceApplications: listOf(DeviceApplicationText),
    dscp: listOf(z.int().min(0).max(63)),
    /** IANA numbers. */
    protocols: listOf(z.int().min(0).max(255)),
  })
  .refine((attributes) => Object.values(attributes).some((list) => list.length > 0), {
    error: 'APPLICATION_ATTRIBUTES_MISSING',
  });
export type ApplicationAttributes = z.infer<typeof ApplicationAttributes>;

/** A custom application as the classifier uses it. */
export interface ApplicationDefinition {
  /** Number of its flows, below the engine. An override has that of the provider's application. */
  readonly id: number;
  readonly name: string;
  /** Undefined: an application of the provider. */
  readonly customer: number | undefined;
  /** Customers that an application of the provider is shared with; absent: every customer. */
  readonly sharedWith?: readonly number[];
  /** Stands for the provider's application of this id, for this customer. */
  readonly overrides?: true;
  /** Evaluation order among the applications of the same owner. */
  readonly order: number;
  readonly active: boolean;
  readonly attributes: ApplicationAttributes;
}

/** Whose applications are tried first. */
export type ApplicationPrecedence = 'provider' | 'customer';

/** Everything a collector needs to classify applications. */
export interface ApplicationDictionary {
  readonly applications: readonly ApplicationDefinition[];
  readonly precedence: ApplicationPrecedence;
}

export const emptyDictionary: ApplicationDictionary = { applications: [], precedence: 'provider' };

/** Classification engine id of custom applications in the column `application`: one above the 8 bits of RFC 6759. */
export const CUSTOM_ENGINE = 256;
