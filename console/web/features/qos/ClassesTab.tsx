import { useMemo, useState } from 'react';
import { IconReplace } from '@tabler/icons-react';
import type { QosClass } from '#schemas/qos/qos-class.ts';
import { shareSum } from '#schemas/qos/rules.ts';
import { formatTyped } from '#schemas/unit/format.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { rowItems } from '#web/kernel/resource/resource-actions-column.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { BasisChoice } from './BasisChoice.tsx';
import { qosClassColumns, dscpList, mapList, type ClassRow } from './class-columns.tsx';
import { OwnCustomers } from './OwnCustomers.tsx';
import type { QosApi } from './qos-api.ts';
import { useQosAct, useQosModel } from './qos-queries.ts';
import { useQosSearch } from './qos-search.ts';
import { isOwn } from './qos-space.ts';
import { useQosTexts } from './texts/en.ts';

const idOf = ({ id }: ClassRow): string => String(id);
const nameOf = ({ name }: ClassRow): string => name;
const textsOf = (row: ClassRow): readonly string[] => [
  row.name,
  row.description,
  dscpList(row),
  mapList(row),
  row.queues.join(' '),
];
const FULL = 100;

function useClassPanel(api: QosApi) {
  const text = useQosTexts();
  const { search, change } = useQosSearch();
  const query = useQosModel(api);
  const classes = query.data?.classes;
  const rows = useMemo(() => classes?.map((one, at) => ({ ...one, position: at + 1 })), [classes]);
  const add = { disabledReason: useDisabledReason(api.writing), run: () => change({ edit: 'new' }) };
  return useListPanel({
    query,
    rows,
    change,
    textsOf,
    q: search.q,
    empty: { title: text('none'), hint: text('noneHint'), add },
  });
}

/** Percent of the bandwidth that the classes have together. */
function Shares({ classes }: { readonly classes: readonly QosClass[] }) {
  const text = useQosTexts();
  const language = useLanguage();
  const sum = shareSum(classes);
  if (sum === 0) return null;
  const percent = (value: number) => formatTyped(value, 'percent', language);
  const words = text('shareSum', { sum: percent(sum), full: percent(FULL) });
  return sum > FULL ? <Tag tone="warning">{words}</Tag> : <span className="tt-muted">{words}</span>;
}

function Removal({ api, of, onClose }: { api: QosApi; of: QosClass; onClose: () => void }) {
  const text = useQosTexts();
  const resource = useResourceTexts();
  const { mutate } = useQosAct();
  const { data } = useQosModel(api);
  return (
    <ConfirmDialog
      open
      title={resource('removeTitle', { name: of.name })}
      consequence={text(api.customerId === undefined ? 'removeHint' : 'removeOwnHint')}
      action={resource('removeAction')}
      onConfirm={() => {
        onClose();
        const act = () => api.remove(of.id, data?.version ?? 0);
        mutate({ act, done: text('removed', { name: of.name }) });
      }}
      onClose={onClose}
    />
  );
}

/** The classes of service of a space in their matching order. */
export function ClassesTab({ api }: { readonly api: QosApi }) {
  const text = useQosTexts();
  const resource = useResourceTexts();
  const { search, change } = useQosSearch();
  const { shown, state } = useClassPanel(api);
  const { data } = useQosModel(api);
  const [removed, setRemoved] = useState<QosClass>();
  const items = rowItems(resource);
  const edit = ({ id }: QosClass) => change({ edit: String(id) });
  const replaceItem = (row: QosClass): MenuItem => ({
    is: 'action',
    label: text('replace'),
    icon: <IconReplace size={15} />,
    run: () => edit(row),
  });
  const columns = qosClassColumns({
    text,
    resource,
    language: useLanguage(),
    withOwner: api.customerId !== undefined,
    disabledReason: useDisabledReason(api.writing),
    actions: (row) =>
      isOwn(api, row)
        ? [items.edit(() => edit(row)), ...items.remove(() => setRemoved(row))]
        : [replaceItem(row)],
  });
  return (
    <>
      <Toolbar label={text('find')} end={data !== undefined && <Shares classes={data.classes} />}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
        {api.customerId !== undefined && data !== undefined && (
          <BasisChoice customerId={api.customerId} model={data} />
        )}
        {data !== undefined && <OwnCustomers model={data} />}
      </Toolbar>
      <Panel label={text('classes')} state={state}>
        <DataTable
          name="qos-classes"
          label={text('classes')}
          rows={shown}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          density={useDensity()}
          sorting={sortingFrom(search.sort)}
          onSort={(sorting) => change({ sort: sortingText(sorting) })}
          onOpen={edit}
        />
      </Panel>
      {removed !== undefined && <Removal api={api} of={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}
