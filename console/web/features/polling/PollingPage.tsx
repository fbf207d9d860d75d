import { useState } from 'react';
import { IconPlus } from '@tabler/icons-react';
import { EquipmentLevel } from '#schemas/polling/poller.ts';
import { createPoller, deletePoller, type ListedPoller } from '#schemas/polling/routes.ts';
import { formatDuration } from '#schemas/unit/duration.ts';
import { RemovalDialog } from '#web/kernel/list/RemovalDialog.tsx';
import { ReadOnlyNote } from '#web/kernel/permission/ReadOnlyNote.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { copyOfPoller, emptyPoller } from './poller-draft.ts';
import { PollerDetails } from './PollerDetails.tsx';
import { PollerFormDialog } from './PollerFormDialog.tsx';
import { PollerTable } from './PollerTable.tsx';
import { pollingTouches, usePollers, usePollerUses } from './polling-queries.ts';
import { origins, usePollingSearch } from './polling-search.ts';
import { TestDialog } from './TestDialog.tsx';
import { usePollingTexts } from './texts/en.ts';
import './polling.css';

const ANY = 'any';

function Filters() {
  const text = usePollingTexts();
  const { search, change } = usePollingSearch();
  const count = usePollers().data?.pollers.length;
  return (
    <Toolbar
      label={text('toolbar')}
      end={count !== undefined && <span className="tt-muted">{text('count', { count })}</span>}
    >
      <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      <Select
        quietLabel
        label={text('level')}
        options={[
          { value: ANY, label: text('anyLevel') },
          ...EquipmentLevel.options.map((one) => ({ value: one, label: text(`level-${one}`) })),
        ]}
        value={search.level ?? ANY}
        onChange={(level) => change({ level: EquipmentLevel.safeParse(level).data })}
      />
      <Select
        quietLabel
        label={text('origin')}
        options={[
          { value: ANY, label: text('anyOrigin') },
          ...origins.map((one) => ({ value: one, label: text(`origin-${one}`) })),
        ]}
        value={search.origin ?? ANY}
        onChange={(origin) => change({ origin: origins.find((one) => one === origin) })}
      />
      <Switch
        label={text('showDeactivated')}
        checked={search.deactivated}
        onChange={(deactivated) => change({ deactivated })}
      />
    </Toolbar>
  );
}

/** The form that the address opens, once its data is loaded. */
function EditedPoller() {
  const { search, change } = usePollingSearch();
  const { data } = usePollers();
  const { edit, from } = search;
  if (data === undefined || edit === undefined) return null;
  const poller = data.pollers.find(({ id, builtIn }) => id === edit && !builtIn);
  if (edit !== 'new' && poller === undefined) return null;
  const model = data.pollers.find(({ id }) => id === from);
  return (
    <PollerFormDialog
      key={`${edit} ${from ?? ''}`}
      poller={poller}
      initial={model === undefined ? emptyPoller : copyOfPoller(model, data.procedures)}
      procedures={data.procedures}
      pollers={data.pollers}
      onClose={() => change({ edit: undefined, from: undefined })}
    />
  );
}

function Removal({ poller, onClose }: { readonly poller: ListedPoller; readonly onClose: () => void }) {
  const text = usePollingTexts();
  const { id, name } = poller;
  return (
    <RemovalDialog
      route={deletePoller}
      args={{ params: { id } }}
      touches={pollingTouches}
      title={text('deleteTitle', { name })}
      consequence={text('deleteConsequence')}
      action={text('delete')}
      done={text('wasDeleted', { name })}
      onClose={onClose}
    />
  );
}

/** How many devices are polled, and how often. */
function Requested() {
  const text = usePollingTexts();
  const language = useLanguage();
  const { data } = usePollerUses();
  if (data === undefined) return null;
  const interfaces = formatNumber(data.interfaces, language);
  const interval = formatDuration(data.intervalMs, language);
  return <span className="tt-muted">{text('requested', { count: data.devices, interfaces, interval })}</span>;
}

function Header() {
  const text = usePollingTexts();
  const { change } = usePollingSearch();
  return (
    <PageHeader
      title={text('title')}
      aside={<Requested />}
      actions={
        <Button
          kind="primary"
          icon={<IconPlus size={15} />}
          disabledReason={useDisabledReason(createPoller)}
          onClick={() => change({ edit: 'new', from: undefined })}
        >
          {text('add')}
        </Button>
      }
    />
  );
}

/** Pollers: those of the product, and those that administrators define. */
export function PollingPage() {
  const { search, change } = usePollingSearch();
  const { data } = usePollers();
  const [removed, setRemoved] = useState<ListedPoller>();
  const named = (pollerId: string | undefined) => data?.pollers.find(({ id }) => id === pollerId);
  const opened = named(search.open);
  const tested = named(search.test);
  return (
    <div className="tt-page">
      <Header />
      <ReadOnlyNote call={createPoller} />
      <Filters />
      <div className="tt-page-body">
        <PollerTable onRemove={setRemoved} />
        {opened !== undefined && <PollerDetails poller={opened} />}
      </div>
      <EditedPoller />
      {tested !== undefined && <TestDialog poller={tested} onClose={() => change({ test: undefined })} />}
      {removed !== undefined && <Removal poller={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  );
}
