import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { emptyDocument } from '#schemas/dashboard/document.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { dashboardLimits } from '#schemas/limit/dashboard.ts';
import { call } from '#web/kernel/api/call.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { shownName } from '#web/kernel/resource/shown-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { WrittenDashlet } from './dashlet-of.ts';
import { withDashlet } from './with-dashlet.ts';
import { useExploreTexts } from '../texts/en.ts';

const { list, read, create, update } = customerDocuments.dashboard;

interface Props {
  readonly customerId: number;
  readonly dashlet: WrittenDashlet;
  /** What the dashlet shows, its title at first. */
  readonly title: string;
  readonly onClose: () => void;
}

interface DashletPlacement {
  /** Undefined: a new dashboard. */
  readonly dashboard: number | undefined;
  readonly name: string;
  readonly title: string;
}

/** Stores the dashlet and returns the dashboard that has it. */
async function stored(
  customerId: number,
  dashlet: WrittenDashlet,
  chosen: DashletPlacement,
): Promise<number> {
  const { dashboard, name, title } = chosen;
  const params = { customerId };
  if (dashboard === undefined) {
    const document = withDashlet(emptyDocument, dashlet, title);
    return (await call(create, { params, body: { name, visibility: 'private', document } })).id;
  }
  const of = { customerId, resourceId: dashboard };
  const entry = await call(read, { params: of });
  const { description, folder, visibility, version } = entry;
  const body = {
    name: entry.name,
    description,
    folder,
    visibility: visibility === 'private' ? ('private' as const) : ('public' as const),
    document: withDashlet(entry.document, dashlet, title),
    version,
  };
  return (await call(update, { params: of, body })).id;
}

const NEW = 'new';

/** Puts what the explorer shows as a dashlet on a dashboard of the customer, or on a new one. */
export function SaveDashletDialog({ customerId, dashlet, title: first, onClose }: Props) {
  const text = useExploreTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const { data } = useQuery(routeQuery(list, { params: { customerId } }));
  const [chosen, setChosen] = useState<string>(NEW);
  const [name, setName] = useState('');
  const [title, setTitle] = useState(first);
  const { run, isPending } = useAction([list, read]);
  const editable = (data?.documents ?? []).filter(({ edit }) => edit === 'here');
  const isFull = editable.find(({ id }) => String(id) === chosen)?.dashlets === dashboardLimits.maxDashlets;
  const missing = chosen === NEW && name.trim() === '' ? text('dashboardNameNeeded') : undefined;
  const save = (): void => {
    const dashboard = chosen === NEW ? undefined : Number(chosen);
    run(() => stored(customerId, dashlet, { dashboard, name: name.trim(), title: title.trim() }), {
      done: text('dashletSaved'),
      onDone: (open) => void navigate({ to: '/dashboard', search: { customer: customerId, open } }),
    });
  };
  return (
    <Dialog
      open
      title={text('saveDashletTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button
            kind="primary"
            busy={isPending}
            disabledReason={isFull ? text('dashboardFull') : missing}
            onClick={save}
          >
            {text('saveDashletAction')}
          </Button>
        </>
      }
    >
      <div className="tt-explore-save">
        <Select
          label={text('dashboard')}
          searchable
          options={[
            { value: NEW, label: text('newDashboard') },
            ...editable.map((entry) => ({ value: String(entry.id), label: shownName(entry, language) })),
          ]}
          value={chosen}
          onChange={setChosen}
        />
        {chosen === NEW && (
          <TextField label={text('dashboardName')} required value={name} onChange={setName} />
        )}
        <TextField label={text('dashletTitle')} value={title} onChange={setTitle} />
        <p className="tt-muted">{text(`dashletType_${dashlet.type}`)}</p>
      </div>
    </Dialog>
  );
}
