import { z } from 'zod';
import { AddressRangeText } from './address-range.ts';
import { parseDeviceApplication } from './device-application.ts';

const PORTS = /^(\d{1,5})(?:\s*-\s*(\d{1,5}))?$/;
const MAX_PORT = 65_535;

/** Ports from `first` to `last`, both included. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** `443` or `5000-5999`; undefined for anything else. */
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
    error: ({ input }) => `"${String(input)}" is no port or range of ports such as 443 or 5000-5999`,
  });

const DeviceApplicationText = z
  .string()
  .trim()
  .refine((text) => parseDeviceApplication(text) !== undefined, {
    error: ({ input }) =>
      `"${String(input)}" is no application of a device such as 13:453 (engine:selector) or 20:12356:40568 (20:enterprise:selector)`,
  });

/** `example.com` and every name below it when it begins with `*.`; compared without regard to case. */
const Hostname = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/, {
    error: ({ input }) => `"${String(input)}" is no host name such as www.example.com or *.example.com`,
  })
  .max(253);

const MAX_ATTRIBUTES = 1_000;
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(MAX_ATTRIBUTES).default([]);

/**
 * How traffic is recognised. Values of one kind are alternatives, kinds must all hold; a kind without values says nothing.
 * Addresses and ports speak of the same end of a conversation, whichever end that is.
 */
export const ApplicationAttributes = z
  .strictObject({
    addresses: listOf(AddressRangeText),
    ports: listOf(PortRangeText),
    hostnames: listOf(Hostname),
    /** As the exporters' own tables call it, without regard to case. */
    applicationNames: listOf(z.string().trim().toLowerCase().min(1).max(100)),
    /** One of engine 20 without its enterprise is that of every enterprise. */
    deviceApplications: listOf(DeviceApplicationText),
    dscp: listOf(z.int().min(0).max(63)),
    /** IANA numbers. */
    protocols: listOf(z.int().min(0).max(255)),
  })
  .refine((attributes) => Object.values(attributes).some((list) => list.length > 0), {
    error: 'at least one attribute is needed',
  });
export type ApplicationAttributes = z.infer<typeof ApplicationAttributes>;

/** A custom application as the classification takes it. */
export interface ApplicationDefinition {
  readonly id: number;
  readonly name: string;
  /** Undefined: of the provider. */
  readonly customer: number | undefined;
  /** Customers that one of the provider is shared with; left out: every customer. */
  readonly sharedWith?: readonly number[];
  /** Recognised in this order among those of the same owner. */
  readonly order: number;
  readonly active: boolean;
  readonly attributes: ApplicationAttributes;
}

/** Whose applications are tried first. */
export type ApplicationPrecedence = 'provider' | 'customer';

/** What a collector recognises applications by. */
export interface ApplicationDictionary {
  readonly applications: readonly ApplicationDefinition[];
  readonly precedence: ApplicationPrecedence;
}

export const emptyDictionary: ApplicationDictionary = { applications: [], precedence: 'provider' };

/** Class engine of custom applications in the column `application`: one past the 8 bits that RFC 6759 gives exporters. */
export const CUSTOM_ENGINE = 256;
