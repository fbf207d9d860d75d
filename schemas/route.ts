import type { z } from 'zod';
import type { Permission } from './permission/catalogue.ts';
import type { ProblemCode } from './problem/catalogue.ts';

/** Who may call: a permission, any signed-in user, or anybody. */
export type Needs = Permission | 'signed-in' | 'anonymous';

/** `customer` routes carry `:customerId`, which must be one of the caller's customers: a foreign one answers 404. */
export type RouteScope = 'none' | 'customer' | 'cross-customer' | 'admin';

type Schema = z.ZodType;

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly scope: RouteScope;
  readonly needs: Needs;
  /**
   * Concerns the whole installation, so that no customer can be bound: for who sees every customer, those to come included. A
   * route of the provider without it answers and takes what belongs to the caller's customers alone.
   */
  readonly everyCustomer?: true;
  /**
   * Makes or opens a way in (an account, a password, a token): for a person who is signed in, and for no token, or one that was
   * stolen would outlive its own end.
   */
  readonly inPerson?: true;
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly reply: Schema;
  /** The answer is a file of this type and not JSON: an export, which the audit names. */
  readonly media?: 'text/csv';
  /** Problems that its handler answers, besides those that follow from the rest of the contract (`problemsOf`). */
  readonly problems?: readonly ProblemCode[];
  /** A write that a read-only server takes all the same: signing in and out. */
  readonly whileReadOnly?: boolean;
  /** Stores how a user arranged his own screens: nothing that the audit tells. */
  readonly ownArrangement?: true;
  /**
   * Why a write changes nothing that could be compared. `question`: it asks, and needs a body for it; the audit does not tell it.
   * `act`: it does something, and the audit tells that it was done. Every other write tells its difference.
   */
  readonly noChange?: 'question' | 'act';
  /** Largest body in bytes; 64 KiB when not given. */
  readonly bodyLimit?: number;
}

/** A route of the REST interface: the server serves it, the console calls it, the OpenAPI document lists it. */
export const route = <const R extends Route>(definition: R): R => definition;

export const API = '/api/v1';
