import { pino, type Logger } from 'pino';
import { activeSpan } from '../tracing/spans.ts';
import type { LogEvent, LogFields } from './events.ts';
import { relayToParent, standardOutput } from './standard-output.ts';

/** Fields first, then an event of the catalogue: `log.warn({ partition, reason }, 'partition dropped')`. */
interface LogMethod {
  <Event extends LogEvent>(fields: LogFields<Event>, event: Event): void;
  (event: LogEvent): void;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

export type Log = Readonly<Record<LogLevel, LogMethod>>;

/** Lines within a sampled trace name it. */
function traceFields(): Record<string, string> {
  const span = activeSpan();
  return span === undefined ? {} : { trace_id: span.traceId };
}

/** Writes JSON lines with the name of the process to standard output, or to the parent process while its disk is full. */
export const openLog = (name: string, level: string): Log =>
  pino({ name, level, base: { name }, mixin: traceFields }, standardOutput(relayToParent));

/** Passes each JSON line to a function. */
export const lineLog = (write: (line: string) => void): Log =>
  pino({ base: null, mixin: traceFields }, { write });

/** Logs nothing: for tests of other subjects. */
export const silentLog: Log = pino({ level: 'silent' });

/** The logger behind a log, for a library that logs by itself. */
export const loggerOf = (log: Log): Logger => log as Logger;
