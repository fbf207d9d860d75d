import {
  createElementNote,
  NoteDraft,
  updateElementNote,
  type ElementNote,
} from '#schemas/inventory/change/note-routes.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { noteParams, noteTouches } from './notes-query.ts';
import { useElementNoteTexts } from './texts/en.ts';

interface Props {
  readonly element: InventoryElement;
  /** Undefined for a new one. */
  readonly note: ElementNote | undefined;
  readonly onClose: () => void;
}

/** Writes or changes a note on an element. */
export function NoteForm({ element, note, onClose }: Props) {
  const text = useElementNoteTexts();
  const params = noteParams(element);
  const form = useForm<{ readonly text: string }>({
    initial: { text: note?.text ?? '' },
    contract: NoteDraft,
    async store(draft) {
      if (note === undefined) await call(createElementNote, { params, body: draft });
      else await call(updateElementNote, { params: { ...params, note: note.id }, body: draft });
    },
    done: () => text('saved'),
    touches: noteTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog
      title={note === undefined ? text('addTitle', { name: element.name }) : text('editTitle')}
      form={form}
      disabledReason={useDisabledReason(createElementNote)}
      action={text('save')}
    >
      <TextArea
        first
        required
        {...entryOf(form, 'text')}
        label={text('note')}
        description={text('hint')}
        rows={8}
      />
    </FormDialog>
  );
}
