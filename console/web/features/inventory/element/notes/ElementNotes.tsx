import { Suspense, useState } from 'react';
import { IconNote, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  createElementNote,
  deleteElementNote,
  type ElementNote,
} from '#schemas/inventory/change/note-routes.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { RemovalDialog } from '#web/kernel/list/RemovalDialog.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Time, TimeIn } from '#web/ui/text/Time.tsx';
import { noteParams, notesQuery, noteTouches } from './notes-query.ts';
import { useElementNoteTexts } from './texts/en.ts';
import './notes.css';

const NoteForm = lazyOverlay(() => import('./NoteForm.tsx'), 'NoteForm');

interface ItemProps {
  readonly note: ElementNote;
  readonly disabledReason: string | undefined;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function NoteItem({ note, disabledReason, onEdit, onRemove }: ItemProps) {
  const text = useElementNoteTexts();
  const { by, at, editedAt, changeable } = note;
  return (
    <li>
      <p dir="auto">{note.text}</p>
      <span className="tt-muted tt-element-note-by">
        <bdi>{by}</bdi> · <Time at={at} />
        {editedAt !== null && (
          <>
            {' · '}
            <TimeIn at={editedAt} sentence={(time) => text('edited', { time })} />
          </>
        )}
        {changeable && (
          <>
            <IconButton
              small
              label={text('edit', { by })}
              icon={<IconPencil size={14} />}
              disabledReason={disabledReason}
              onClick={onEdit}
            />
            <IconButton
              small
              label={text('remove', { by })}
              icon={<IconTrash size={14} />}
              disabledReason={disabledReason}
              onClick={onRemove}
            />
          </>
        )}
      </span>
    </li>
  );
}

type Open =
  | { readonly is: 'form'; readonly note: ElementNote | undefined }
  | { readonly is: 'removal'; readonly note: ElementNote };

/** What users noted on an element, newest first. */
export function ElementNotes({ element }: { readonly element: InventoryElement }) {
  const text = useElementNoteTexts();
  const language = useLanguage();
  const [open, setOpen] = useState<Open>();
  const disabledReason = useDisabledReason(createElementNote);
  const params = noteParams(element);
  const query = useQuery(notesQuery(element));
  const notes = query.data?.notes ?? [];
  const close = (): void => setOpen(undefined);
  return (
    <section className="tt-element-notes" aria-label={text('notes')}>
      <h2>{text('notes')}</h2>
      <Panel nested label={text('notes')} state={panelStateOf(query, language, 'NETWORK.read')}>
        {notes.length === 0 ? (
          <p className="tt-muted">{text('none')}</p>
        ) : (
          <ol>
            {notes.map((note) => (
              <NoteItem
                key={note.id}
                note={note}
                disabledReason={disabledReason}
                onEdit={() => setOpen({ is: 'form', note })}
                onRemove={() => setOpen({ is: 'removal', note })}
              />
            ))}
          </ol>
        )}
      </Panel>
      <Button
        icon={<IconNote size={15} />}
        disabledReason={disabledReason}
        onClick={() => setOpen({ is: 'form', note: undefined })}
      >
        {text('add')}
      </Button>
      <Suspense fallback={null}>
        {open?.is === 'form' && <NoteForm element={element} note={open.note} onClose={close} />}
      </Suspense>
      {open?.is === 'removal' && (
        <RemovalDialog
          route={deleteElementNote}
          args={{ params: { ...params, note: open.note.id } }}
          touches={noteTouches}
          title={text('removeTitle')}
          consequence={text('removeConsequence')}
          action={text('removeAction')}
          done={text('removed')}
          onClose={close}
        />
      )}
    </section>
  );
}
