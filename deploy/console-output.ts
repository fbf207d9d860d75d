import type { LogEvent } from '#platform/log/events.ts';

/** Console output of `npm start`. Everything else goes to the log files. */
export interface ConsoleOutput {
  readonly say: (line: string) => void;
  /** Prints a step and its time since the start, when timings are enabled. */
  readonly mark: (step: string) => void;
}

export function output({ timings }: { readonly timings: boolean }): ConsoleOutput {
  const say = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  return {
    say,
    mark(step) {
      if (timings) say(`  ${(process.uptime() * 1_000).toFixed(0).padStart(6)} ms  ${step}`);
    },
  };
}

const WARN = 40;
const LEVELS: Readonly<Record<number, string>> = { 40: 'warning', 50: 'error', 60: 'fatal' };

/** A line of pino. Everything else in it is a field of its event. */
interface Line {
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string };
  readonly [field: string]: unknown;
}

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && typeof (value as { level?: unknown }).level === 'number';

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const inSeconds = (ms: unknown): string => `${String(Number(ms) / 1_000)} s`;
const inMegabytes = (bytes: unknown): string => `${String(Math.round(Number(bytes) / 1e6))} MB`;

const endText = ({ child, signal, code, restartMs }: Line): string => {
  const end = typeof signal === 'string' ? signal : `exit code ${text(code)}`;
  const restart = restartMs === 0 ? 'restarting' : `restarting in ${inSeconds(restartMs)}`;
  return code === undefined
    ? `${text(child)}: not started, ${restart}`
    : `${text(child)}: stopped (${end}), ${restart}`;
};
const diskText = ({ path, freeBytes }: Line): string => `${text(path)}: ${inMegabytes(freeBytes)} free`;

/** Events of other processes and of the machine, which the line is about. */
const relayedLines: Readonly<Partial<Record<LogEvent, (line: Line) => string>>> = {
  'nats-server output': ({ line }) => `nats-server: ${text(line).replace(/^.*\[(?:WRN|ERR|FTL)\] /, '')}`,
  'child process ended': endText,
  'child process unresponsive': ({ child }) => `${text(child)}: does not respond, killed`,
  'child process restart failed': ({ child, err }) =>
    `${text(child)}: not ready after its restart (${err?.message ?? ''}), restarting`,
  'console not built': ({ folder }) =>
    `server: the console is not built in ${text(folder)}: pages say so. Stop, and start with npm start, which builds it (npm run dev shows it from its sources)`,
  'process not ready': ({ child, waitingFor, seconds }) =>
    `${text(child)}: not ready for ${text(seconds)} s (waiting for ${(waitingFor as readonly string[]).join(', ')})`,
  'process ready again': ({ child, seconds }) => `${text(child)}: ready again after ${text(seconds)} s`,
  'disk space low': (line) => `${diskText(line)}; intake stops at ${inMegabytes(line['reserveBytes'])}`,
  'disk full': (line) => `${diskText(line)}; intake stopped until there is space`,
  'disk space available': (line) => `${diskText(line)}; intake runs`,
};

/** The event, its fields and its error. */
function eventLine(name: string, line: Line): string {
  const {
    level,
    msg = '',
    err,
    time: _time,
    name: _name,
    pid: _pid,
    hostname: _hostname,
    reqId: _reqId,
    ...fields
  } = line;
  const facts = Object.entries(fields).map(([field, value]) => `${field} ${text(value)}`);
  const shown = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  const cause = err?.message === undefined ? '' : `: ${err.message}`;
  return `${name}: ${LEVELS[level] ?? 'warning'}: ${msg}${shown}${cause}`;
}

/**
 * Returns a log line of a process for the console, or undefined when it is not shown. Warnings, errors and lines that are not
 * JSON are shown.
 */
export function shownLine(name: string, written: string): string | undefined {
  if (written.trim() === '') return undefined;
  if (!written.startsWith('{')) return `${name}: ${written}`;
  try {
    const line: unknown = JSON.parse(written);
    if (!isLine(line) || line.level < WARN) return undefined;
    return relayedLines[line.msg as LogEvent]?.(line) ?? eventLine(name, line);
  } catch {
    return `${name}: ${written}`;
  }
}
