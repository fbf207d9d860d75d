import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;
const USER_COLUMN = 11;

/** CPU seconds (user and system) that a process has used, with its threads (proc(5), /proc/PID/stat). */
export function cpuSecondsOf(pid: number): number {
  const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  const columns = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(columns[USER_COLUMN]) + Number(columns[USER_COLUMN + 1])) / TICKS_PER_SECOND;
}
