import type { ServiceMessage } from './service-message.ts';

/** One call of a service. */
export interface ServiceRequest {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: unknown;
}

/** Where and as whom a service is called. */
export interface ServiceAccess {
  /** Address of its interface. */
  readonly url: string;
  readonly channel: string;
  readonly secret: string;
}

/**
 * Returns the calls that report a message, in their order. `thread`: what the service named the first message of its thread; undefined:
 * this is the first.
 */
export type ServiceRequests = (
  message: ServiceMessage,
  access: ServiceAccess,
  thread: string | undefined,
) => readonly ServiceRequest[];

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const;

/** The part of a text that a service takes, without half a character. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** An address of the service, whatever its base ends with. */
export const under = (base: string, path: string): string => `${base.replace(/\/+$/, '')}/${path}`;

/** Whether a runbook is an address. */
export const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text) && URL.canParse(text);
