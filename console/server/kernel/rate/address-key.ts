import { normalizeIP } from '@fastify/rate-limit';

/** Rate-limit key of a client: its IPv4 address, or the /64 that one subscriber has in IPv6 (RFC 6177). */
export const addressKey = (address: string): string => normalizeIP(address, 64);
