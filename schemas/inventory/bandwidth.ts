import { z } from 'zod';

/** Bit/s: no line is slower than 1 kbit/s, and none is faster than 100 Tbit/s. */
export const bandwidthBps = { min: 1_000, max: 100_000_000_000_000 } as const;

/** A contracted bandwidth, bit/s. */
export const Bandwidth = z.int().min(bandwidthBps.min).max(bandwidthBps.max);
