/**
 * `npm run record-times`: stores the median of each test file over the last runs of `npm test` on this machine, to be committed. Run the
 * gate three times or more on a quiet machine before it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { median } from './budgets.ts';
import { runFolder, runsOnThisMachine } from './last-runs.ts';

const runs = runsOnThisMachine().map((file) => new Map(readRun(file)));

function readRun(file: string): readonly (readonly [string, number])[] {
  const times = JSON.parse(readFileSync(file, 'utf8')) as readonly { file: string; seconds: number }[];
  return times.map((each) => [each.file, each.seconds]);
}

const files = [...new Set(runs.flatMap((run) => [...run.keys()]))].toSorted();
if (files.length === 0) throw new Error(`${runFolder} has no run: run npm test first`);
const medians = files.map((file) => {
  const seconds = median(runs.flatMap((run) => run.get(file) ?? []));
  return [file, Number(seconds.toFixed(1))] as const;
});
writeFileSync(
  new URL('recorded-times.json', import.meta.url),
  `${JSON.stringify(Object.fromEntries(medians), undefined, 2)}\n`,
);
