import { readFileSync, writeFileSync } from 'node:fs';

/** MiB that a process holds in memory now (`VmRSS`), or held at most so far (`VmHWM`; Linux, proc(5)). */
export function residentMib(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const found = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(
    readFileSync(`/proc/${String(pid)}/status`, 'utf8'),
  );
  return Number(found?.[1] ?? 0) / 1_024;
}

/** Begins `VmHWM` of this process again at what it holds now (`/proc/self/clear_refs`, proc(5)). */
export function forgetMost(): void {
  writeFileSync('/proc/self/clear_refs', '5');
}
