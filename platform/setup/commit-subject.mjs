// Checks the subject of a commit message: `node commit-subject.mjs FILE`, called by the hook `.githooks/commit-msg`.
import { existsSync, readFileSync } from 'node:fs';

const MAX_SUBJECT = 72;

/** Returns what is wrong with a subject, or undefined. */
export function subjectFault(subject) {
  if (/^(?:fixup|squash|amend)! /.test(subject)) return undefined;
  if (subject.length > MAX_SUBJECT)
    return `the subject has ${subject.length} characters, ${MAX_SUBJECT} at most`;
  if (subject.startsWith('Merge ')) return 'rebase the branch instead of merging it';
  if (!/^[\w./-]+: \S/.test(subject)) return 'the subject starts with a path: "engine/alarm: apply …"';
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
