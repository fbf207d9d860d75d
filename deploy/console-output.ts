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

interface Line {
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string };
}

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && typeof (value as { level?: unknown }).level === 'number';

/**
 * Returns a log line of a process for the console, or undefined when it is not shown. Warnings, errors and lines that are not
 * JSON are shown.
 */
export function shownLine(name: string, text: string): string | undefined {
  if (text.trim() === '') return undefined;
  if (!text.startsWith('{')) return `${name}: ${text}`;
  try {
    const line: unknown = JSON.parse(text);
    if (!isLine(line) || line.level < WARN) return undefined;
    const cause = line.err?.message === undefined ? '' : `: ${line.err.message}`;
    return `${name}: ${LEVELS[line.level] ?? 'warning'}: ${line.msg ?? ''}${cause}`;
  } catch {
    return `${name}: ${text}`;
  }
}
