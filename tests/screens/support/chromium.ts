import { existsSync } from 'node:fs';

/** The system's Chromium: the tests bring no browser of their own. */
export const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Chromium's headless shell where the system has it: it takes a fifth less processor time for components, nothing less for screens. */
const shell = '/usr/bin/chromium-headless-shell';
export const componentChromiumPath =
  process.env['CHROMIUM_PATH'] ?? (existsSync(shell) ? shell : chromiumPath);

export const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--disable-gpu-compositing',
  '--enable-unsafe-swiftshader',
  // Pages live for seconds: keep compiled bytecode, and skip the optimizing compilers (a tenth of all CPU time).
  '--js-flags=--no-flush-bytecode,--no-opt,--no-maglev',
];
