import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { shownName } from '#web/kernel/resource/shown-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { WrittenDashlet } from './dashlet-of.ts';
import {
  hasNoRoom,
  savedRoutes,
  storeDashlet,
  useEditableDocuments,
  type SavedDocument,
} from './saved-documents.ts';
import { useExploreTexts } from '../texts/en.ts';

interface Props {
  readonly customerId: number;
  readonly kind: SavedDocument;
  readonly dashlet: WrittenDashlet;
  /** What the dashlet shows, its title at first. */
  readonly title: string;
  readonly onClose: () => void;
}

const NEW = 'new';
const pages = { dashboard: '/dashboard', report: '/report' } as const;

/** Puts what the explorer shows as a dashlet on a dashboard or into a report of the customer, or into a new one. */
export function SaveDashletDialog({ customerId, kind, dashlet, title: first, onClose }: Props) {
  const text = useExploreTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const editable = useEditableDocuments(customerId, kind);
  const [selected, setSelected] = useState<string>(NEW);
  const [name, setName] = useState('');
  const [title, setTitle] = useState(first);
  const { run, isPending } = useAction([...savedRoutes[kind]]);
  const full = hasNoRoom(
    kind,
    editable.find(({ id }) => String(id) === selected),
  );
  const missing = selected === NEW && name.trim() === '' ? text(`nameNeeded_${kind}`) : undefined;
  const save = (): void => {
    const chosen = selected === NEW ? undefined : Number(selected);
    const placement = { customerId, kind, chosen, name: name.trim(), title: title.trim() };
    run(() => storeDashlet(dashlet, placement), {
      done: text('dashletSaved'),
      onDone: (open) => void navigate({ to: pages[kind], search: { customer: customerId, open } }),
    });
  };
  return (
    <Dialog
      open
      title={text(`saveTitle_${kind}`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button
            kind="primary"
            busy={isPending}
            disabledReason={full ? text('dashboardFull') : missing}
            onClick={save}
          >
            {text('saveDashletAction')}
          </Button>
        </>
      }
    >
      <div className="tt-explore-save">
        <Select
          label={text(`document_${kind}`)}
          searchable
          options={[
            { value: NEW, label: text(`new_${kind}`) },
            ...editable.map((entry) => ({ value: String(entry.id), label: shownName(entry, language) })),
          ]}
          value={selected}
          onChange={setSelected}
        />
        {selected === NEW && (
          <TextField label={text(`name_${kind}`)} required value={name} onChange={setName} />
        )}
        <TextField label={text('dashletTitle')} value={title} onChange={setTitle} />
        <p className="tt-muted">{text(`dashletType_${dashlet.type}_${kind}`)}</p>
      </div>
    </Dialog>
  );
}
