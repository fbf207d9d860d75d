import { z } from 'zod';
import { parseAddressRange } from '../../application/address-range.ts';
import { canonicalAddress } from '../../address/address.ts';

/** Random characters that distinguish agents of the same organization and marker. */
export const INDEX_LENGTH = 3;
const MAX_NAME = 60;

/** `23/11/2026`. */
const DATE = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** Midnight UTC of a day as DD/MM/YYYY, in milliseconds since 1970; why there is none. */
export function midnightOf(date: string): number | 'AGENT_DATE_FORMAT' | 'AGENT_DATE_INVALID' {
  const [, day = '', month = '', year = ''] = DATE.exec(date) ?? [];
  if (year === '') return 'AGENT_DATE_FORMAT';
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // 31/02 would be a day in March.
  return dateText(at) === date ? at : 'AGENT_DATE_INVALID';
}

/** The day of a time in UTC as DD/MM/YYYY. */
export const dateText = (atMs: number): string =>
  new Date(atMs).toISOString().slice(0, 10).split('-').toReversed().join('/');

/** An address or a prefix in canonical form: `192.0.2.7`, `192.0.2.0/24`. Undefined if it is neither. */
export function canonicalSource(text: string): string | undefined {
  const [address = '', bits, ...more] = text.split('/');
  const canonical = canonicalAddress(address);
  if (canonical === undefined || more.length > 0) return undefined;
  if (bits === undefined) return canonical;
  const width = canonical.includes(':') ? 128 : 32;
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > width || Number(bits) === 0) return undefined;
  return Number(bits) === width ? canonical : `${canonical}/${String(Number(bits))}`;
}

/** The time at which an agent with a valid date expires. */
export const expiryOf = (expires: string): Date => new Date(Number(midnightOf(expires)));

const withoutUnderscore = (text: string): boolean => !text.includes('_');

const Name = z
  .string()
  .trim()
  .min(1, 'REQUIRED')
  .max(MAX_NAME, 'TOO_LONG')
  .refine(withoutUnderscore, 'AGENT_UNDERSCORE');

const Index = z
  .string()
  .trim()
  .refine(withoutUnderscore, 'AGENT_UNDERSCORE')
  .refine((text) => text.includes('_') || /^[\dA-Za-z]+$/.test(text), 'INPUT_INVALID')
  .refine((text) => text.length === INDEX_LENGTH, {
    error: 'AGENT_INDEX_INVALID',
    params: { length: INDEX_LENGTH },
  });

const Expires = z
  .string()
  .trim()
  .superRefine((date, context) => {
    const at = midnightOf(date);
    if (typeof at === 'string') context.addIssue({ code: 'custom', message: at });
  });

const Source = z
  .string()
  .trim()
  .transform((text, context) => {
    const source = canonicalSource(text);
    if (source !== undefined) return source;
    context.addIssue({ code: 'custom', message: 'AGENT_SOURCE_INVALID' });
    return z.NEVER;
  });

/** An exporter outside the inventory whose flows belong to a customer until it expires. */
export const AgentDraft = z.strictObject({
  agentId: Name,
  /** Target organization: id of a customer. */
  customer: z.int().positive({ error: 'REQUIRED' }),
  /** Part of the customer's network: the site of this name has the flows. */
  networkMarker: Name,
  index: Index,
  /** Source address of the flow exports, or a prefix of them. */
  source: Source,
  /** DD/MM/YYYY: ends at midnight UTC at the beginning of this day. */
  expires: Expires,
});
export type AgentDraft = z.output<typeof AgentDraft>;

/** Whether a date lies in the past: its midnight UTC has passed. An invalid date does not. */
export function isPast(expires: string, nowMs: number): boolean {
  const at = midnightOf(expires.trim());
  return typeof at === 'number' && at <= nowMs;
}

interface Marked {
  readonly id?: number | undefined;
  readonly customer: number;
  readonly networkMarker: string;
}

/** Whether another agent has the same organization and network marker. */
export const sharesMarker = (agent: Marked, all: readonly Marked[]): boolean => {
  const markerOf = ({ networkMarker }: Marked): string => networkMarker.trim().toLowerCase();
  return all.some(
    (other) =>
      other.id !== agent.id && other.customer === agent.customer && markerOf(other) === markerOf(agent),
  );
};

interface Sourced {
  readonly id?: number | undefined;
  readonly source: string;
}

/** Other agents in force whose network has addresses of this one. One with the same network is rejected. */
export function overlappingAgents<Other extends Sourced & { readonly expired: boolean }>(
  agent: Sourced,
  all: readonly Other[],
): readonly Other[] {
  const source = canonicalSource(agent.source.trim());
  const own = source === undefined ? undefined : parseAddressRange(source);
  if (own === undefined) return [];
  return all.filter((other) => {
    const range = parseAddressRange(other.source);
    if (other.id === agent.id || other.expired || other.source === source) return false;
    return range?.family === own.family && range.first <= own.last && own.first <= range.last;
  });
}
