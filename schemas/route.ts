import type { z } from 'zod';
import type { Permission } from './permission/catalogue.ts';
import type { ProblemCode } from './problem/catalogue.ts';
import { withoutInputRules } from './without-input-rules.ts';

/** Required of the caller: a permission, a session, or nothing. */
export type Needs = Permission | 'signed-in' | 'anonymous';

/** `customer` routes have `:customerId`, which must be one of the caller's customers: others return 404. */
export type RouteScope = 'none' | 'customer' | 'cross-customer' | 'admin';

type Schema = z.ZodType;

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly scope: RouteScope;
  readonly needs: Needs;
  /**
   * Concerns the entire installation and requires access to every customer, including future ones. Provider routes without it are
   * limited to the caller's customers.
   */
  readonly everyCustomer?: true;
  /** Creates or changes credentials (an account, a password, a token): rejects API tokens, since a stolen one could outlive its expiry. */
  readonly inPerson?: true;
  /** Accepts display tokens of walls, which no other route does. */
  readonly display?: true | undefined;
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly reply: Schema;
  /** The reply is a file of this type instead of JSON: an audited export. */
  readonly media?: 'text/csv' | 'application/octet-stream';
  /** The reply is a stream of values in this format. */
  readonly stream?: 'application/x-ndjson';
  /** The stream has the rows of a file that the console writes: an audited export. */
  readonly isExport?: true;
  /** Problems of the handler, in addition to those that follow from the contract (`problemsOf`). */
  readonly problems?: readonly ProblemCode[];
  /** A write that a read-only server accepts: sign-in and sign-out. */
  readonly whileReadOnly?: boolean;
  /**
   * Is served from memory while PostgreSQL does not respond, to callers whose session was checked within the last quarter of an hour.
   * Ending a session needs PostgreSQL, too (ADR 108).
   */
  readonly whileStoreIsDown?: true;
  /** Stores the user's own screen layout, which is not audited. */
  readonly ownArrangement?: true;
  /**
   * A write without field changes. `query`: a read with a body, not audited. `act`: an action, audited without field changes.
   * Every other write records its field changes.
   */
  readonly noChange?: 'query' | 'act';
  /** Callers give up after this time; default `DEFAULT_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
  /** A reply of a GET may be reused for this time, until the caller writes anything. */
  readonly cacheMs?: number;
  /** Maximum body size in bytes; default 64 KiB. */
  readonly bodyLimit?: number;
}

/**
 * Defines a REST route: served by the server, called by the console, listed in the OpenAPI document. Its reply may share schemas with
 * the input, and is free of their rules: made with the first reply, since a page loads more contracts than it calls.
 */
export function route<const R extends Route>(definition: R): R {
  let reply: Schema | undefined;
  return {
    ...definition,
    get reply() {
      return (reply ??= withoutInputRules(definition.reply));
    },
  };
}

export const API = '/api/v1';

/** Longer than any limit of the server and its stores (30 s). */
export const DEFAULT_TIMEOUT_MS = 45_000;

/** Of a file with everything that a filter matches, which is read to its end. */
export const EXPORT_TIMEOUT_MS = 600_000;
