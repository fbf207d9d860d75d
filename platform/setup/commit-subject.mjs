// Checks the subject of a commit message: `node commit-subject.mjs FILE`, called by the hook `.githooks/commit-msg`.
import { existsSync, readFileSync } from 'node:fs';

const MAX_SUBJECT = 72;

/** What a commit does, in the words of the field. */
const verbs = new Set(
  `add aggregate allow bound cache check compute convert count cover delete describe document draw drop export extract fix
   format freeze generate handle import limit list log measure merge move name parse pin prefetch publish reject release remove rename
   replace report restore retry reuse revert run schedule send share show skip sort split start stop store support test
   throttle update upgrade use validate warn write`.split(/\s+/),
);

/** Returns what is wrong with a subject, or undefined. */
export function subjectFault(subject) {
  if (/^(?:fixup|squash|amend)! /.test(subject)) return undefined;
  if (subject.length > MAX_SUBJECT)
    return `the subject has ${subject.length} characters, ${MAX_SUBJECT} at most`;
  if (subject.startsWith('Merge ')) return 'rebase the branch instead of merging it';
  if (!/^[\w./-]+: \S/.test(subject)) return 'the subject starts with a path: "engine/alarm: apply …"';
  const [verb = ''] = subject.slice(subject.indexOf(': ') + 2).split(' ', 1);
  if (!verbs.has(verb))
    return `the subject says what the commit does: "${verb}" is none of ${[...verbs].join(', ')}`;
  if (subject.includes(';')) return 'one topic in a commit';
  return undefined;
}

const [file] = process.argv.slice(2);
if (file !== undefined && existsSync(file)) {
  const fault = subjectFault(readFileSync(file, 'utf8').split('\n', 1)[0] ?? '');
  if (fault !== undefined) {
    process.stderr.write(`${fault}\n`);
    process.exit(1);
  }
}
