import { useMemo, useState } from 'react';
import { IconReplace } from '@tabler/icons-react';
import type { QosClass } from '#schemas/qos/qos-class.ts';
import { shareSum } from '#schemas/qos/rules.ts';
import { formatTyped } from '#schemas/unit/format.ts';
import { ListTable } from '#web/kernel/list/ListTable.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { rowItems } from '#web/kernel/resource/resource-actions-column.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { BasisChoice } from './BasisChoice.tsx';
import { qosClassColumns, dscpList, mapList, type ClassRow } from './class-columns.tsx';
import { OwnCustomers } from './OwnCustomers.tsx';
import type { QosApi } from './qos-api.ts';
import { qosTouches, useQosModel } from './qos-queries.ts';
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
  const { run } = useAction(qosTouches);
  const { data } = useQosModel(api);
  return (
    <ConfirmDialog
      open
      title={resource('removeTitle', { name: of.name })}
      consequence={text(api.customerId === undefined ? 'removeHint' : 'removeOwnHint')}
      action={resource('removeAction')}
      onConfirm={() => {
        onClose();
        run(() => api.remove(of.id, data?.version ?? 0), { done: text('removed', { name: of.name }) });
      }}
      onClose={onClose}
    />
  );
}

/** The classes of service of a space in their matching order. */
export function ClassesTab({ api }: { readonly api: QosApi }) {
  const text = useQosTexts();
  const resource = useResourceTexts();
  const address = useQosSearch();
  const { change } = address;
  const query = useQosModel(api);
  const { data } = query;
  const classes = data?.classes;
  const rows = useMemo(() => classes?.map((one, at) => ({ ...one, position: at + 1 })), [classes]);
  const [removed, setRemoved] = useState<QosClass>();
  const disabledReason = useDisabledReason(api.writing);
  const shares = data !== undefined && <Shares classes={data.classes} />;
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
    disabledReason,
    actions: (row) =>
      isOwn(api, row)
        ? [items.edit(() => edit(row)), ...items.remove(() => setRemoved(row))]
        : [replaceItem(row)],
  });
  return (
    <>
      <ListTable
        name="qos-classes"
        label={text('classes')}
        toolbar={text('find')}
        find={text('find')}
        address={address}
        query={query}
        rows={rows}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        textsOf={textsOf}
        empty={{
          title: text('none'),
          hint: text('noneHint'),
          add: { disabledReason, run: () => change({ edit: 'new' }) },
        }}
        renderEnd={() => shares}
        onOpen={edit}
      >
        {api.customerId !== undefined && data !== undefined && (
          <BasisChoice customerId={api.customerId} model={data} />
        )}
        {data !== undefined && <OwnCustomers model={data} />}
      </ListTable>
      {removed !== undefined && <Removal api={api} of={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}
