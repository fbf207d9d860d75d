import type { AuditEvent } from '#schemas/audit/event.ts';
import { problemCodes } from '#schemas/problem/catalogue.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { shownBuiltIn } from '#schemas/name/built-in-name.ts';
import { actionsEn } from './texts/actions-en.ts';
import { auditSubjects } from './audit-query.ts';
import { notesEn } from './texts/notes-en.ts';
import { requestWords } from './request-words.ts';
import { valueText } from './value-text.ts';
import { fieldsEn } from './texts/fields-en.ts';
import type { AuditText } from './texts/en.ts';

type Words = Parameters<typeof valueText>[1];

/** The user and how they were authenticated. */
export function whoText({ actor, via }: Pick<AuditEvent, 'actor' | 'via'>, text: AuditText): string {
  if (via === 'system') return text('via-system');
  return `${actor || text('notSignedIn')} · ${text(`via-${via}`)}`;
}

/** The user, for a table cell. */
export const actorText = ({ actor, via }: Pick<AuditEvent, 'actor' | 'via'>, text: AuditText): string =>
  via === 'system' ? text('via-system') : actor || text('notSignedIn');

type ActionKey = keyof typeof actionsEn;
const isActionKey = (key: string): key is ActionKey => Object.hasOwn(actionsEn, key);

/** The sentence of a problem code; the code where it has none, or one whose parameters are not recorded. */
function reasonText(code: string, language: Words['language']): string {
  const known = problemCodes.find((each) => each === code);
  const sentence = known === undefined ? '{{' : problemText(known, language);
  return sentence.includes('{{') ? code : sentence;
}

/** The action in words, with the reason of its rejection. */
export function actionText(
  { action, code }: Pick<AuditEvent, 'action' | 'code'>,
  { text, language }: Words,
): string {
  const key = `action-${action}`;
  const done = isActionKey(key) ? text(key) : (requestWords(action, text) ?? action);
  return code === null ? done : `${done} · ${reasonText(code, language)}`;
}

const settings = ['smtp', 'saml', 'sign-in', 'announcement'] as const;

/** Kinds of objects to which the product gives names. */
const namedKinds = ['alarm', 'cockpit', 'role'] as const;

/** The object: its name, or else its id. A setting has the name of its tab. */
export function objectText(
  { subject, subjectId, subjectName }: Pick<AuditEvent, 'subject' | 'subjectId' | 'subjectName'>,
  { text, language }: Words,
): string {
  const setting = settings.find((name) => subject === 'setting' && name === subjectId);
  if (setting !== undefined) return text(`setting-${setting}`);
  // The path of a rejected request is in the details.
  const name = [subjectName, subjectId].find((each) => each !== '' && !each.startsWith('/api/')) ?? '–';
  const kind = namedKinds.find((each) => each === subject);
  return kind === undefined ? name : shownBuiltIn(kind, name, language);
}

/** The kind of the object. */
export function subjectText({ subject }: Pick<AuditEvent, 'subject'>, text: AuditText): string {
  const known = auditSubjects.find((one) => one === subject);
  return known === undefined ? subject : text(`subject-${known}`);
}

type NoteKey = keyof typeof notesEn;
const isNoteKey = (key: string): key is NoteKey => Object.hasOwn(notesEn, key);

/** Notes of an entry as text; an unknown one by its key. */
export function notesOf(
  { detail }: Pick<AuditEvent, 'detail'>,
  words: Words,
): readonly (readonly [string, string])[] {
  const { text } = words;
  return Object.entries(detail.note ?? {}).map(([name, value]) => {
    const label = `note-${name}`;
    const meant = typeof value === 'string' ? `${name}-${value}` : '';
    return [isNoteKey(label) ? text(label) : name, isNoteKey(meant) ? text(meant) : valueText(value, words)];
  });
}

type FieldKey = keyof typeof fieldsEn;
const isFieldKey = (key: string): key is FieldKey => Object.hasOwn(fieldsEn, key);

/** Label of a changed field; inventory elements and headers keep their own name. */
export function fieldText(field: string, text: AuditText): string {
  const key = `field-${field}`;
  return isFieldKey(key) ? text(key) : field.replace(/^(headers\.|saml header )/, '');
}
