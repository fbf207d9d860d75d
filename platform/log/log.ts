import { pino } from 'pino';
import type { Logger } from 'pino';

/** Structured fields first, then a sentence in lower case: `log.warn({ exporter }, 'sequence went back')`. */
export type Log = Logger;

/** Lines of JSON on standard output, with the name of the process. */
export const openLog = (name: string, level: string): Log => pino({ name, level, base: { name } });

/** Says nothing: for tests whose subject is not the log. */
export const silentLog: Log = pino({ level: 'silent' });
