import { useMemo } from 'react';
import type { QosClass } from '#schemas/qos/qos-class.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useListSorting } from '#web/kernel/list/use-list-sorting.ts';
import { useLanguage } from '#web/lib/text.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { TimeRange } from '#web/ui/text/TimeRange.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { ClassName } from '#web/kernel/qos/ClassName.tsx';
import type { CustomerQosApi } from './qos-api.ts';
import { useQosMapping, useQosModel } from './qos-queries.ts';
import { useQosSearch } from './qos-search.ts';
import {
  seenColumns,
  vendorText,
  whatColumns,
  whatText,
  type SeenColumnOptions,
  type SeenRow,
} from './rule-columns.tsx';
import { useQosTexts } from './texts/en.ts';

interface RuleRow extends SeenRow {
  readonly of: QosClass;
}

const idOf = ({ of, what }: RuleRow): string => `${String(of.id)} ${JSON.stringify(what)}`;
const nameOf = ({ what }: RuleRow): string => whatText(what);
const textsOf = ({ of, what }: RuleRow): readonly string[] => [of.name, whatText(what), vendorText(what)];
const isUnused = ({ elements, flows }: SeenRow): boolean => elements === 0 && flows === 0;

function useRules({ customerId, ...api }: CustomerQosApi) {
  const text = useQosTexts();
  const { search, change } = useQosSearch();
  const query = useQosMapping(customerId);
  const { data: model } = useQosModel({ customerId, ...api });
  const rules = query.data?.rules;
  const rows = useMemo(() => {
    const classes = new Map(model?.classes.map((one) => [one.id, one]));
    return rules?.flatMap(({ rule, class: id, ...seen }): RuleRow[] => {
      const of = classes.get(id);
      return of === undefined ? [] : [{ what: rule, of, ...seen }];
    });
  }, [rules, model]);
  const unused = { label: text('onlyUnused'), keeps: isUnused, reset: { unused: undefined } };
  return {
    query,
    ...useListPanel({
      query,
      rows,
      textsOf,
      change,
      q: search.q,
      filters: [search.unused === true && unused],
      empty: { title: text('noRules'), hint: text('noRulesHint') },
    }),
  };
}

function ruleColumns(options: SeenColumnOptions, rows: readonly RuleRow[]): readonly Column<RuleRow>[] {
  const ofClass: Column<RuleRow> = {
    id: 'class',
    header: options.text('class'),
    value: ({ of }) => of.name,
    cell: ({ of }) => <ClassName of={of} />,
    width: 150,
    grow: 2,
    card: { line: 1, end: true },
  };
  return [...whatColumns<RuleRow>(options), ofClass, ...seenColumns(options, rows)];
}

/** The rules in force for a customer with what each matches. */
export function MappingTab({ api }: { readonly api: CustomerQosApi }) {
  const text = useQosTexts();
  const language = useLanguage();
  const address = useQosSearch();
  const { search, change } = address;
  const { shown, state, query } = useRules(api);
  const columns = useMemo(() => ruleColumns({ text, language }, shown), [text, language, shown]);
  const hour =
    query.data === undefined ? undefined : (
      <TimeRange from={query.data.from} until={query.data.to} sentence={(time) => text('hour', { time })} />
    );
  return (
    <>
      <Toolbar label={text('findRule')} end={<span className="tt-muted">{hour}</span>}>
        <SearchField label={text('findRule')} value={search.q} onChange={(q) => change({ q })} />
        <Switch
          label={text('onlyUnused')}
          checked={search.unused === true}
          onChange={(unused) => change({ unused: unused || undefined })}
        />
      </Toolbar>
      <Panel label={text('mapping')} state={state}>
        <DataTable
          name="qos-rules"
          label={text('mapping')}
          rows={shown}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          density={useDensity()}
          {...useListSorting(address)}
        />
      </Panel>
    </>
  );
}
