import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventTable, logEvents } from '#platform/log/events.ts';
import { sourceFiles, sourceFolders } from './source-files.ts';

/** Start of a call of a log and its arguments, up to the end of the statement. */
const LOG_CALL = /[lL]og(?:\([^()]*\))?(?:\.(?:debug|info|warn|error|fatal)|\[[^;]*?\])\([^;]*;?/g;

const GUIDE = 'docs/20-operations.md';

function logCalls(): string {
  const files = sourceFiles(sourceFolders.filter((folder) => folder !== 'tests'));
  return files
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('console/web/'))
    .flatMap((file) => readFileSync(file, 'utf8').match(LOG_CALL) ?? [])
    .join('\n');
}

/** Rows of the first table below the heading. */
function tableBelow(heading: string): readonly string[] {
  const [, section = ''] = readFileSync(GUIDE, 'utf8').split(`\n${heading}\n`);
  const [below = ''] = section.split('\n## ');
  return below.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| event |'));
}

describe('the catalogue of log events', () => {
  it('has no event that is never logged', () => {
    const calls = logCalls();
    expect(Object.keys(logEvents).filter((event) => !calls.includes(`'${event}'`))).toEqual([]);
  });

  it('names events in lower case without punctuation', () => {
    expect(Object.keys(logEvents).filter((event) => !/^[a-z][a-z -]*$/.test(event))).toEqual([]);
  });

  it('is the table of the operations guide', () => {
    expect(tableBelow('## Log events')).toEqual(eventTable());
  });

  it('limits the log of every request: no call of the logger of fastify', () => {
    const files = sourceFiles(['console/server']).filter((file) => !file.endsWith('.test.ts'));
    const direct = /\b(?:request|app|reply|server)\.log\.|\{ log[,} ].*\}: Fastify/;
    expect(files.filter((file) => direct.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
