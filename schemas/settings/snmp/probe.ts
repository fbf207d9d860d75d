import { z } from 'zod';
import { SnmpSettings } from '../../inventory/snmp-access.ts';

/** Seal purpose of a probe in transit. */
export const SNMP_PROBE = 'snmp probe';

/** A read of the system group of one address. Contains secrets: sealed in transit, never stored. */
export const SnmpProbe = z.strictObject({ address: z.string(), access: SnmpSettings });
export type SnmpProbe = z.infer<typeof SnmpProbe>;
