import type { Selectable } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { MAX_ELEMENT_NOTES, type ElementNote } from '#schemas/inventory/change/note-routes.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { displayName, type Caller } from '../../../kernel/access/caller.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { auditElements } from '../../../shared/element/audit-elements.ts';
import { transact, type Actor, type Change } from '../../../shared/repository/transact.ts';
import { auditedAs } from '../change/element-path.ts';
import type { Listed } from '../list/listed-elements.ts';

type NoteRow = Selectable<Database['element_note']>;

/** The element of a note, which the caller sees. */
export interface NotedElement {
  readonly kind: InventoryKind;
  readonly element: Listed;
}

interface ElementNoteNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly inventory: { readonly current: Inventory };
}

/** Its author, and who manages users. */
const mayChange = ({ author_id }: Pick<NoteRow, 'author_id'>, caller: Caller): boolean =>
  author_id === caller.id || caller.permissions.has('USER.write');

const noteOf = (row: NoteRow, caller: Caller): ElementNote => ({
  id: row.id,
  text: row.text,
  by: row.author,
  at: row.created_at.getTime(),
  editedAt: row.edited_at?.getTime() ?? null,
  changeable: mayChange(row, caller),
});

/** The note, locked. Throws NOT_FOUND also for one that the caller may not change. */
async function changeableNote({ tx, actor }: Change, { element }: NotedElement, id: number) {
  const row = await tx
    .selectFrom('element_note')
    .selectAll()
    .where('id', '=', id)
    .where('element_id', '=', element.id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || !mayChange(row, actor.caller)) throw new ProblemError('NOT_FOUND');
  return row;
}

/** Notes on elements. */
export class ElementNoteRepository {
  readonly #needs: ElementNoteNeeds;

  constructor(needs: ElementNoteNeeds) {
    this.#needs = needs;
  }

  /** Newest first. */
  async list({ element }: NotedElement, caller: Caller): Promise<ElementNote[]> {
    const rows = await this.#needs.db
      .selectFrom('element_note')
      .selectAll()
      .where('element_id', '=', element.id)
      .orderBy('id', 'desc')
      .limit(MAX_ELEMENT_NOTES)
      .execute();
    return rows.map((row) => noteOf(row, caller));
  }

  /** Throws NOT_FOUND for an element that was deleted a moment ago, TOO_MANY for one with `MAX_ELEMENT_NOTES` notes. */
  add(noted: NotedElement, text: string, actor: Actor): Promise<number> {
    return transact(this.#needs, actor, {}, async (change) => {
      const { tx, now } = change;
      // Two notes at once are counted one after the other.
      const stored = await tx
        .selectFrom('network_element')
        .select('id')
        .where('id', '=', noted.element.id)
        .forUpdate()
        .executeTakeFirst();
      if (stored === undefined) throw new ProblemError('NOT_FOUND');
      const { count } = await tx
        .selectFrom('element_note')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('element_id', '=', stored.id)
        .executeTakeFirstOrThrow();
      if (count >= MAX_ELEMENT_NOTES)
        throw new ProblemError('TOO_MANY', { params: { max: MAX_ELEMENT_NOTES } });
      const { caller } = actor;
      const { id } = await tx
        .insertInto('element_note')
        .values({
          element_id: stored.id,
          text,
          author_id: caller.id,
          author: displayName(caller),
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await this.#record(change, noted, { action: 'inventory.note', before: null, after: text });
      return id;
    });
  }

  /** Returns whether the text is another one. Throws NOT_FOUND for a note that the caller may not change. */
  update(noted: NotedElement, note: { readonly id: number; readonly text: string }, actor: Actor) {
    return transact(this.#needs, actor, {}, async (change) => {
      const { tx, now } = change;
      const { text: before } = await changeableNote(change, noted, note.id);
      if (before === note.text) return false;
      const { id, text } = note;
      await tx.updateTable('element_note').set({ text, edited_at: now }).where('id', '=', id).execute();
      await this.#record(change, noted, { action: 'inventory.edit-note', before, after: text });
      return true;
    });
  }

  /** Throws NOT_FOUND for a note that the caller may not change. */
  remove(noted: NotedElement, id: number, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async (change) => {
      const { tx } = change;
      const { text: before } = await changeableNote(change, noted, id);
      await tx.deleteFrom('element_note').where('id', '=', id).execute();
      await this.#record(change, noted, { action: 'inventory.delete-note', before, after: null });
    });
  }

  #record(
    { tx, actor }: Change,
    { kind, element }: NotedElement,
    {
      action,
      before,
      after,
    }: { readonly action: string; readonly before: string | null; readonly after: string | null },
  ): Promise<void> {
    const { current } = this.#needs.inventory;
    return auditElements(tx, actor.audit, {
      action,
      subject: 'inventory',
      customer: element.customer,
      note: { elements: 1 },
      elements: [{ ...auditedAs(current, kind, element), before: { note: before }, after: { note: after } }],
    });
  }
}
