#!/usr/bin/env node
// Plain JavaScript for any Node: it runs the command with that of the project.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const node = join(folder, '../../node_modules/.bin/node');
if (!existsSync(node)) {
  process.stderr.write('run npm install in the repository first\n');
  process.exit(1);
}
const child = spawn(node, [join(folder, 'main.ts'), ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
