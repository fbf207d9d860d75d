import type { AuditEvent } from '#schemas/audit/event.ts';
import { notesEn } from './texts/notes-en.ts';
import { valueText } from './value-text.ts';

type Words = Parameters<typeof valueText>[1];
type NoteKey = keyof typeof notesEn;
const isKnown = (key: string): key is NoteKey => Object.hasOwn(notesEn, key);

/** Notes of an entry as text; an unknown one by its key. */
export function notesOf(
  { detail }: Pick<AuditEvent, 'detail'>,
  words: Words,
): readonly (readonly [string, string])[] {
  const { text } = words;
  return Object.entries(detail.note ?? {}).map(([name, value]) => {
    const label = `note-${name}`;
    const meant = typeof value === 'string' ? `${name}-${value}` : '';
    return [isKnown(label) ? text(label) : name, isKnown(meant) ? text(meant) : valueText(value, words)];
  });
}
