import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('a process whose log is on a full disk works on, and its parent receives the lines', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-log-'));
  const program = join(folder, 'program.ts');
  writeFileSync(
    program,
    `import { openLog } from '${new URL('./log.ts', import.meta.url).href}';
const log = openLog('test', 'info');
log.warn('disk full');
log.fatal('start failed');
setTimeout(() => process.disconnect(), 100);
`,
  );
  // Each write to this device fails with ENOSPC.
  const full = openSync('/dev/full', 'w');
  try {
    const child = fork(program, [], { execArgv: [], stdio: ['ignore', full, 'inherit', 'ipc'] });
    const lines: string[] = [];
    child.on('message', ({ line }: { readonly line: string }) => {
      lines.push((JSON.parse(line) as { msg: string }).msg);
    });
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(lines).toEqual(['disk full', 'start failed']);
  } finally {
    closeSync(full);
    rmSync(folder, { recursive: true });
  }
});
