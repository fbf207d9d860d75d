import { z } from 'zod';
import { API, route } from '../../route.ts';
import { inventoryKinds } from '../list/inventory-kind.ts';

/** Bytes of a note, and notes on an element. */
export const MAX_NOTE_BYTES = 10 * 1_024;
export const MAX_ELEMENT_NOTES = 100;

const Id = z.coerce.number().int().positive();
const ofElement = z.strictObject({ customerId: Id, kind: z.enum(inventoryKinds), element: Id });

/** Characters that change the direction of writing, and control characters other than a tab and an end of a line. */
const unseen = /\p{Bidi_Control}+|(?![\t\n])\p{Cc}+/gu;
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Text of several lines, without markup. */
const NoteText = z
  .string()
  .max(MAX_NOTE_BYTES)
  .overwrite((text) => text.replaceAll('\r\n', '\n').replaceAll(unseen, '').normalize('NFC').trim())
  .min(1, 'REQUIRED')
  .refine((text) => bytesOf(text) <= MAX_NOTE_BYTES, { error: 'NOTE_TOO_LARGE' });

export const NoteDraft = z.strictObject({ text: NoteText });

export const ElementNote = z.strictObject({
  id: z.number(),
  text: z.string(),
  /** Name of the author when it was written. */
  by: z.string(),
  /** Milliseconds since 1970; `editedAt`: of the last edit, null without one. */
  at: z.number(),
  editedAt: z.number().nullable(),
  /** Whether the caller may edit and delete it: its author, and who manages users. */
  changeable: z.boolean(),
});
export type ElementNote = z.infer<typeof ElementNote>;

export const listElementNotes = route({
  method: 'GET',
  path: `${API}/customers/:customerId/inventory/:kind/:element/note`,
  scope: 'customer',
  needs: 'NETWORK.read',
  summary: 'Notes on an element of the inventory, newest first',
  params: ofElement,
  reply: z.strictObject({ notes: z.array(ElementNote) }),
});

export const createElementNote = route({
  method: 'POST',
  path: `${API}/customers/:customerId/inventory/:kind/:element/note`,
  scope: 'customer',
  needs: 'NETWORK.write',
  summary: 'Add a note to an element of the inventory',
  params: ofElement,
  body: NoteDraft,
  reply: z.strictObject({ id: z.number() }),
  problems: ['NOT_FOUND', 'TOO_MANY'],
});

export const updateElementNote = route({
  method: 'PUT',
  path: `${API}/customers/:customerId/inventory/:kind/:element/note/:note`,
  scope: 'customer',
  needs: 'NETWORK.write',
  summary: 'Change the text of a note, as its author or as who manages users',
  params: ofElement.extend({ note: Id }),
  body: NoteDraft,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});

export const deleteElementNote = route({
  method: 'DELETE',
  path: `${API}/customers/:customerId/inventory/:kind/:element/note/:note`,
  scope: 'customer',
  needs: 'NETWORK.write',
  summary: 'Delete a note, as its author or as who manages users',
  params: ofElement.extend({ note: Id }),
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});
