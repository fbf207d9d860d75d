import { normalizeIP } from '@fastify/rate-limit';

/** What one client is counted by: its IPv4 address, or the /64 that is one subscriber's in IPv6 (RFC 6177). */
export const addressKey = (address: string): string => normalizeIP(address, 64);
