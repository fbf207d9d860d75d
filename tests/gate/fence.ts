/** `npm run fence`: import direction, cycles and unresolved imports; fails too when the tool does not see every source file. */
import { spawnSync } from 'node:child_process';
import { sourceFiles, sourceFolders } from '../structure/source-files.ts';

interface Report {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
      readonly cycle?: readonly { readonly name: string }[];
    }[];
  };
}

// Its exit status counts violations, which are printed below.
const { stdout } = spawnSync(
  'depcruise',
  ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...sourceFolders],
  { encoding: 'utf8', maxBuffer: 256 * 2 ** 20, stdio: ['ignore', 'pipe', 'inherit'] },
);
const report = JSON.parse(stdout) as Report;

const { violations } = report.summary;
for (const { from, to, rule, cycle } of violations)
  process.stdout.write(
    `${rule.name}: ${cycle === undefined ? `${from} → ${to}` : [from, ...cycle.map(({ name }) => name)].join(' → ')}\n`,
  );

// Beside TypeScript 7 the tool can fall back to a parser that sees nothing, and then passes.
const seen = new Set(report.modules.map(({ source }) => source));
const unseen = sourceFiles(sourceFolders).filter((file) => !seen.has(file));
for (const file of unseen) process.stdout.write(`not seen by dependency-cruiser: ${file}\n`);

process.exitCode = violations.length + unseen.length === 0 ? 0 : 1;
