import { pino } from 'pino';
import type { Logger } from 'pino';

/** Structured fields first, then an event phrase in lower case: `log.warn({ exporter }, 'sequence went back')`. */
export type Log = Logger;

/** Writes JSON lines with the name of the process to standard output. */
export const openLog = (name: string, level: string): Log => pino({ name, level, base: { name } });

/** Logs nothing: for tests of other subjects. */
export const silentLog: Log = pino({ level: 'silent' });
