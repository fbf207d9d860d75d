import { isIP } from 'node:net';
import { z } from 'zod';
import { shardUrls } from '../clickhouse/replica-urls.ts';
import { serverUrls } from '../postgres/server-urls.ts';
import { markSensitive } from './effective-config.ts';

interface VariableReader<Value> {
  /** Expected value for the message: `a number from 1 to 65535`. */
  readonly expected: string;
  /** Returns the value, or undefined when the text is invalid. */
  readonly read: (text: string) => Value | undefined;
  /** Never shown in messages. */
  readonly secret?: boolean;
}

/** An environment variable. Unset and empty are the same; without a default it is required. */
export function variable<Value>({ expected, read, secret }: VariableReader<Value>, fallback?: Value) {
  const typed = z
    .string()
    .optional()
    .transform((text, context): Value => {
      const given = text?.trim() ?? '';
      if (given === '' && fallback !== undefined) return fallback;
      const value = given === '' ? undefined : read(given);
      if (value !== undefined) return value;
      const got =
        given === '' ? 'but it is not set' : `got ${secret === true ? 'another' : JSON.stringify(given)}`;
      context.addIssue({ code: 'custom', message: `expected ${expected}, ${got}` });
      return z.NEVER;
    });
  return secret === true ? markSensitive(typed) : typed;
}

/** An integer within both bounds, inclusive. */
export const integerVariable = (from: number, to: number, fallback?: number) =>
  variable(
    {
      expected: `a number from ${String(from)} to ${String(to)}`,
      read(text) {
        const value = Number(text);
        return Number.isInteger(value) && value >= from && value <= to ? value : undefined;
      },
    },
    fallback,
  );

/** A number within both bounds, inclusive. */
export const numberBetween = (from: number, to: number, fallback?: number) =>
  variable(
    {
      expected: `a number from ${String(from)} to ${String(to)}, such as 0.5`,
      read(text) {
        const value = Number(text);
        return Number.isFinite(value) && value >= from && value <= to ? value : undefined;
      },
    },
    fallback,
  );

/** An integer within both bounds, inclusive, or undefined. */
export const optionalNumber = (from: number, to: number) =>
  z
    .string()
    .optional()
    .transform((text, context): number | undefined => {
      if ((text?.trim() ?? '') === '') return undefined;
      const { success, data, error } = integerVariable(from, to).safeParse(text);
      if (success) return data;
      for (const { message } of error.issues) context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

/** One of some values, or undefined. */
export const optionalChoice = <const Value extends string>(values: readonly Value[]) =>
  z
    .string()
    .optional()
    .transform((text, context): Value | undefined => {
      if ((text?.trim() ?? '') === '') return undefined;
      const { success, data, error } = choice(values).safeParse(text);
      if (success) return data;
      for (const { message } of error.issues) context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

/** A port to listen on; 0 selects a free one. */
export const port = (fallback?: number) =>
  variable(
    {
      expected: 'a number from 1 to 65535',
      read(text) {
        const value = Number(text);
        return Number.isInteger(value) && value >= 0 && value <= 65_535 ? value : undefined;
      },
    },
    fallback,
  );

export const textVariable = (fallback?: string) =>
  variable({ expected: 'a text', read: (given) => given }, fallback);

/** A name for keys and paths. */
export const name = (fallback?: string) =>
  variable(
    {
      expected: 'letters, digits, hyphens and underscores',
      read: (given) => (/^[A-Za-z0-9_-]{1,63}$/.test(given) ? given : undefined),
    },
    fallback,
  );

/** Labels of a name in the DNS, without a dot at the end. */
export const domainName = (fallback?: string) =>
  variable(
    {
      expected: 'a name in the DNS such as example.net',
      read: (given) =>
        /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/i.test(
          given,
        )
          ? given
          : undefined,
    },
    fallback,
  );

/** A text that never appears in a message or log line. */
export const secret = (fallback?: string) =>
  variable({ expected: 'a text', read: (given) => given, secret: true }, fallback);

export const choice = <const Value extends string>(values: readonly Value[], fallback?: Value) =>
  variable<Value>(
    { expected: `one of ${values.join(', ')}`, read: (given) => values.find((value) => value === given) },
    fallback,
  );

export const flagVariable = (fallback: boolean) =>
  variable<boolean>(
    {
      expected: 'true or false',
      read: (given) =>
        ['true', '1', 'yes'].includes(given)
          ? true
          : ['false', '0', 'no'].includes(given)
            ? false
            : undefined,
    },
    fallback,
  );

/** A URL with one of the given schemes (`http`, `postgres`, …); it may contain a password and never appears in messages. */
export const address = (schemes: readonly string[], fallback?: string) =>
  variable(
    {
      expected: `a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
      secret: true,
      read: (given) =>
        schemes.some((scheme) => given.startsWith(`${scheme}://`)) && URL.canParse(given) ? given : undefined,
    },
    fallback,
  );

/** A URL of PostgreSQL, which may name several servers separated by commas: `postgres://user@one:5432,two/name`. */
export const databaseAddress = (fallback?: string) =>
  variable(
    {
      expected:
        'a URL that begins with postgres:// or postgresql://, with one server or several separated by commas',
      secret: true,
      read: (given) => (serverUrls(given).length > 0 ? given : undefined),
    },
    fallback,
  );

/** A URL of ClickHouse, which may name several replicas separated by commas: `https://user@one:8443,two:8443/name`. */
export const columnStoreAddress = (fallback?: string) =>
  variable(
    {
      expected:
        'a URL that begins with http:// or https://, with one server or several replicas separated by commas (several shards, separated by semicolons, are not supported yet)',
      secret: true,
      read: (given) => (shardUrls(given).length === 1 ? given : undefined),
    },
    fallback,
  );

/** A name or address of a machine. */
export const hostName = (fallback: string) =>
  variable(
    {
      expected: 'an address or name of this machine, such as 0.0.0.0',
      read: (given) =>
        isIP(given) > 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/.test(given) ? given : undefined,
    },
    fallback,
  );

function isPageAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '');
}

/** The address of pages in a browser, with a path or without; empty when it is not set. */
export const pageAddress = () =>
  variable(
    {
      expected: 'an http or https URL such as https://noc.example.net, without user, query and fragment',
      read: (given) => (isPageAddress(given) ? given : undefined),
    },
    '',
  );

/** Like `address`, several of them separated by commas. */
export const addresses = (schemes: readonly string[], fallback?: string) =>
  variable(
    {
      expected: `URLs that begin with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}, separated by commas`,
      secret: true,
      read: (given) =>
        given
          .split(',')
          .map((one) => one.trim())
          .every((one) => schemes.some((scheme) => one.startsWith(`${scheme}://`)) && URL.canParse(one))
          ? given
          : undefined,
    },
    fallback,
  );

/** An object identifier of SNMP in dotted numbers. */
export const objectIdentifier = (fallback?: string) =>
  variable(
    {
      expected: 'an object identifier such as 1.3.6.1.4.1.8072',
      read: (given) => (/^[0-2](\.(0|[1-9]\d{0,9})){1,60}$/.test(given) ? given : undefined),
    },
    fallback,
  );

/**
 * Names from a closed list, separated by commas; `default` stands for those that an unset variable has. An unknown name is an error
 * that names the known ones.
 */
export const namesVariable = <const Name extends string>(known: readonly Name[], unset: readonly Name[]) =>
  variable<readonly Name[]>(
    {
      expected: `names from default, ${known.join(', ')}, separated by commas`,
      read(text) {
        const given = text.split(',').map((part) => part.trim());
        const isKnown = (part: string): boolean => part === 'default' || known.some((one) => one === part);
        if (!given.every(isKnown)) return undefined;
        return known.filter(
          (one) => given.includes(one) || (given.includes('default') && unset.includes(one)),
        );
      },
    },
    unset,
  );
