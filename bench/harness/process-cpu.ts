import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

interface Status {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** CPU-seconds of the process, those of its children that have ended included (Linux). */
  readonly cpuSeconds: number;
}

/** Fields of `/proc/<pid>/stat` (proc(5)) behind the name, which may hold anything. */
function statusOf(pid: number): Status | undefined {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(') ') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0, group = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return { pid, parent, group, cpuSeconds: ticks / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}

const everyProcess = (): readonly Status[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statusOf(Number(name)) ?? []);

/** CPU-seconds of every process of a group. */
export const groupCpuSeconds = (group: number): number =>
  everyProcess()
    .filter((one) => one.group === group)
    .reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);

const commandLine = (pid: number): string => {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'latin1');
  } catch {
    return '';
  }
};

/** The child of a process whose command line says `text`. */
export function childOf(parent: number, text: string): number {
  const found = everyProcess().find((one) => one.parent === parent && commandLine(one.pid).includes(text));
  if (found === undefined) throw new Error(`process ${String(parent)} has no child with ${text}`);
  return found.pid;
}

/** CPU-seconds that a process has used so far, and its children that have ended. */
export function cpuSecondsOf(pid: number): number {
  const status = statusOf(pid);
  if (status === undefined) throw new Error(`process ${String(pid)} is gone`);
  return status.cpuSeconds;
}
