import type { FastifyInstance } from 'fastify';
import {
  createElementNote,
  deleteElementNote,
  listElementNotes,
  updateElementNote,
} from '#schemas/inventory/change/note-routes.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { InventoryList } from '../list/inventory-list.ts';
import type { ElementNoteRepository, NotedElement } from './note-repository.ts';

interface NotePluginNeeds {
  readonly list: Pick<InventoryList, 'read'>;
  readonly notes: ElementNoteRepository;
}

interface OfElement {
  readonly caller: Caller;
  readonly params: { readonly customerId: number; readonly kind: InventoryKind; readonly element: number };
}

/** Notes on elements, as far as the caller sees the element. */
export function elementNotePlugin(app: FastifyInstance, { list, notes }: NotePluginNeeds): void {
  const seen = async ({ caller: viewer, params }: OfElement): Promise<NotedElement> => {
    const { kind, customerId: customer, element: id } = params;
    const found = await list.read({ kind, viewer, customer }, id);
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    return { kind, element: found.element };
  };
  serve(app, listElementNotes, async (call) => ({ notes: await notes.list(await seen(call), call.caller) }));
  serve(app, createElementNote, async (call) => ({
    id: await notes.add(await seen(call), call.body.text, call),
  }));
  serve(app, updateElementNote, async (call) => {
    const note = { id: call.params.note, text: call.body.text };
    if (!(await notes.update(await seen(call), note, call))) call.unchanged();
    return {};
  });
  serve(app, deleteElementNote, async (call) => {
    await notes.remove(await seen(call), call.params.note, call);
    return {};
  });
}
