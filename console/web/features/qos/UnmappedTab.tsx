import { useMemo } from 'react';
import { IconPlus } from '@tabler/icons-react';
import type { QosMapping, UnmappedName } from '#schemas/qos/mapping-routes.ts';
import type { QosClass } from '#schemas/qos/qos-class.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useListSorting } from '#web/kernel/list/use-list-sorting.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { mapTo, type CustomerQosApi } from './qos-api.ts';
import { qosTouches, useQosMapping, useQosModel } from './qos-queries.ts';
import { useQosSearch } from './qos-search.ts';
import {
  exampleColumn,
  exampleText,
  seenColumns,
  seenIdentity,
  vendorText,
  whatColumns,
  whatText,
  type SeenRow,
} from './rule-columns.tsx';
import { UnmappedSummary } from './UnmappedSummary.tsx';
import { useQosTexts } from './texts/en.ts';

type UnmappedRow = SeenRow & Pick<UnmappedName, 'example'>;

const textsOf = (row: UnmappedRow): readonly string[] => [
  whatText(row.what),
  vendorText(row.what),
  exampleText(row),
];

/** Adds what maps to nothing to a class: to the own one, or to a copy that replaces that of the provider. */
function useAddTo(api: CustomerQosApi) {
  const text = useQosTexts();
  const { data: model } = useQosModel(api);
  const { run } = useAction(qosTouches);
  return ({ what }: UnmappedRow): readonly MenuItem[] => {
    if (model === undefined) return [];
    const add = (of: QosClass) => () =>
      run(() => mapTo(api, model, { of, what }), {
        done: text('added', { name: whatText(what), class: of.name }),
      });
    return model.classes.map((one) => ({
      is: 'action',
      label: text('addTo', { class: one.name }),
      icon: <IconPlus size={15} />,
      run: add(one),
    }));
  };
}

function Summary({ data }: { readonly data: QosMapping }) {
  const text = useQosTexts();
  const language = useLanguage();
  const { unmappedCount, unmapped } = data;
  return (
    <UnmappedSummary data={data}>
      {unmappedCount > unmapped.length &&
        ` ${text('unmappedMore', {
          shown: formatNumber(unmapped.length, language),
          all: formatNumber(unmappedCount, language),
        })}`}
    </UnmappedSummary>
  );
}

function useColumns(api: CustomerQosApi, rows: readonly UnmappedRow[]): readonly Column<UnmappedRow>[] {
  const text = useQosTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const addTo = useAddTo(api);
  const { data: model } = useQosModel(api);
  const cannot = useDisabledReason(api.writing);
  const options = { text, language };
  return [
    ...whatColumns<UnmappedRow>(options),
    ...seenColumns(options, rows),
    exampleColumn<UnmappedRow>(options),
    {
      ...rowActionsColumn<UnmappedRow>({
        header: resource('actions'),
        nameOf: seenIdentity.rowName,
        actions: addTo,
        disabledReasonOf: () => cannot ?? (model?.classes.length === 0 ? text('none') : undefined),
      }),
      card: { line: 1, end: true },
    },
  ];
}

/** Class maps, queues and DSCP values of a customer that no class has. */
export function UnmappedTab({ api }: { readonly api: CustomerQosApi }) {
  const text = useQosTexts();
  const address = useQosSearch();
  const { search, change } = address;
  const query = useQosMapping(api.customerId);
  const unmapped = query.data?.unmapped;
  const rows = useMemo(() => unmapped?.map(({ name, ...seen }) => ({ what: name, ...seen })), [unmapped]);
  const { shown, state } = useListPanel({
    query,
    rows,
    textsOf,
    change,
    q: search.q,
    empty: { title: text('allMapped'), hint: text('allMappedHint') },
  });
  return (
    <>
      <Toolbar label={text('findName')} end={query.data !== undefined && <Summary data={query.data} />}>
        <SearchField label={text('findName')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <Panel label={text('unmapped')} state={state.is === 'empty' ? { ...state, isGood: true } : state}>
        <DataTable
          {...seenIdentity}
          name="qos-unmapped"
          label={text('unmapped')}
          rows={shown}
          columns={useColumns(api, shown)}
          density={useDensity()}
          {...useListSorting(address)}
        />
      </Panel>
    </>
  );
}
