import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#platform/clock/system-clock.ts';
import { workbookOf } from '#tests/fixtures/provisioning/workbook.ts';
import { serverMemory } from '#platform/lifecycle/server-memory.ts';
import { startProcess, startStores, stopProcess } from './harness/embedded-stores.ts';
import { residentMib } from './harness/process-memory.ts';
import { prepareStores } from './harness/network-under-test.ts';
import type { BenchResult } from './harness/result.ts';
import type { ImportOrder, ImportReport } from './import/importing.ts';
import { importCsv, importTable } from './import/lines.ts';

const steps: readonly (readonly [name: string, task: ImportOrder['task'], file: string])[] = [
  ['the difference with an empty inventory', 'plan', 'first.csv'],
  ['its first application', 'apply', 'first.csv'],
  ['the undoing of it', 'undo', 'first.csv'],
  ['the difference and its application', 'apply', 'first.csv'],
  ['the difference with the same inventory', 'plan', 'first.csv'],
  ['a change of every line and its application', 'apply', 'changed.csv'],
  ['the difference of a workbook', 'plan', 'first.xlsx'],
];

const AFTER_MS = 10_000;

const result = (name: string, value: number, unit: string): BenchResult => ({
  name: `an import of 100,000 lines: ${name}`,
  value,
  unit,
  samples: [value],
});

/** Runs the steps in a process with the memory options of a server, which holds nothing else. */
async function measure(databaseUrl: string, folder: string): Promise<readonly BenchResult[]> {
  const env = { ...serverMemory.env, DATABASE_URL: databaseUrl };
  const child = startProcess('bench/import/importing.ts', env, serverMemory.nodeOptions);
  const ended = once(child, 'exit').then(() => {
    throw new Error('the importing process ended');
  });
  ended.catch(() => undefined);
  const reply = async (): Promise<unknown> =>
    ((await Promise.race([once(child, 'message'), ended])) as unknown[])[0];
  try {
    const { beforeMib } = (await reply()) as { readonly beforeMib: number };
    const results = [result('memory of the process before', beforeMib, 'MiB')];
    for (const [name, task, file] of steps) {
      child.send({ task, file: join(folder, file) } satisfies ImportOrder);
      const { took, standsStill, beforeMib, mostMib } = (await reply()) as ImportReport;
      results.push(
        result(name, took / 1_000, 's'),
        result(`${name}: longest pause of the server`, standsStill, 'ms'),
        result(`${name}: memory of the process before it`, beforeMib, 'MiB'),
        result(`${name}: memory of the process at most`, mostMib, 'MiB'),
      );
    }
    // V8 keeps the memory of an ended thread for eight seconds, for the next one.
    await systemClock.wait(AFTER_MS);
    const afterMib = residentMib(child.pid ?? 0, 'VmRSS');
    return [...results, result('memory of the process ten seconds after the last', afterMib, 'MiB')];
  } finally {
    await stopProcess(child);
  }
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const folder = mkdtempSync(join(tmpdir(), 'telltale-import-'));
  try {
    await prepareStores(stores.endpoints);
    writeFileSync(join(folder, 'first.csv'), importCsv('to customer'));
    writeFileSync(join(folder, 'changed.csv'), importCsv('changed'));
    writeFileSync(join(folder, 'first.xlsx'), workbookOf(importTable('to customer')));
    return await measure(stores.endpoints.DATABASE_URL, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await stores.close();
  }
}

export const importBench = { name: 'import', run };
