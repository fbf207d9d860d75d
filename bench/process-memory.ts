import { readFileSync } from 'node:fs';

const KB_PER_MIB = 1_024;

/** Memory that a process holds, or has held at most, in MiB (Linux: VmRSS and VmHWM of proc(5)). */
export function memoryMib(pid: number, which: 'now' | 'most'): number {
  const field = which === 'now' ? 'VmRSS' : 'VmHWM';
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / KB_PER_MIB;
}
