import { z } from 'zod';

/** Name of the setting of the SNMP engine of a notification process. */
export const ENGINE_SETTINGS = 'snmp.engine.';
export const engineSetting = (process: string): string => `${ENGINE_SETTINGS}${process}`;

/** snmpEngineID, hexadecimal, and snmpEngineBoots (RFC 3414 §2.2). */
export const SenderEngineSetting = z.strictObject({ id: z.string(), boots: z.int() });
