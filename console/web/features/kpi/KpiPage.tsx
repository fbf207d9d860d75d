import { useState } from 'react';
import { IconPlus } from '@tabler/icons-react';
import { elementKinds } from '#schemas/element/kind.ts';
import { createKpi, type ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { kpiOrigins } from '#schemas/kpi/origin.ts';
import { ReadOnlyNote } from '#web/kernel/permission/ReadOnlyNote.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { copyOf, emptyKpi } from './kpi-draft.ts';
import { KpiDetails } from './KpiDetails.tsx';
import { KpiFormDialog } from './KpiFormDialog.tsx';
import { KpiRemoval } from './KpiRemoval.tsx';
import { KpiTable, useKpiPanel } from './KpiTable.tsx';
import { FormulaOverrideDialog } from './FormulaOverrideDialog.tsx';
import { useKpiLibrary } from './kpi-queries.ts';
import { useKpiSearch } from './kpi-search.ts';
import { useKpiTexts } from './texts/en.ts';
import './kpi.css';

const ANY = 'any';

function Filters() {
  const text = useKpiTexts();
  const { search, change } = useKpiSearch();
  const { shown, isRead } = useKpiPanel();
  return (
    <Toolbar
      label={text('toolbar')}
      end={isRead && <span className="tt-muted">{text('count', { count: shown.length })}</span>}
    >
      <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      <Select
        quietLabel
        label={text('element')}
        options={[
          { value: ANY, label: text('anyElement') },
          ...elementKinds.map((kind) => ({ value: kind, label: text(`kind-${kind}`) })),
        ]}
        value={search.element ?? ANY}
        onChange={(kind) => change({ element: elementKinds.find((one) => one === kind) })}
      />
      <Select
        quietLabel
        label={text('origin')}
        options={[
          { value: ANY, label: text('anyOrigin') },
          ...kpiOrigins.map((origin) => ({ value: origin, label: text(`origin-${origin}`) })),
        ]}
        value={search.origin ?? ANY}
        onChange={(origin) => change({ origin: kpiOrigins.find((one) => one === origin) })}
      />
    </Toolbar>
  );
}

/** The form that the address opens, once its data is loaded. */
function EditedKpi() {
  const { search, change } = useKpiSearch();
  const { data } = useKpiLibrary();
  const { edit, from } = search;
  if (data === undefined || edit === undefined) return null;
  const kpi = data.kpis.find(({ key, origin }) => key === edit && origin === 'defined');
  if (edit !== 'new' && kpi === undefined) return null;
  const model = data.kpis.find(({ key }) => key === from);
  return (
    <KpiFormDialog
      key={`${edit} ${from ?? ''}`}
      kpi={kpi}
      initial={model === undefined ? emptyKpi : copyOf(model)}
      counters={data.counters}
      onClose={() => change({ edit: undefined, from: undefined })}
    />
  );
}

/** The formula that the address overrides, once its KPI is loaded. */
function OverriddenFormula() {
  const { search, change } = useKpiSearch();
  const { data } = useKpiLibrary();
  const kpi = data?.kpis.find(({ key }) => key === search.open);
  const formula = kpi?.formulas.find(({ scope, library }) => scope === search.override && library !== null);
  if (data === undefined || kpi === undefined || formula === undefined) return null;
  return (
    <FormulaOverrideDialog
      key={`${kpi.key} ${formula.scope}`}
      kpi={kpi}
      formula={formula}
      counters={data.counters}
      onClose={() => change({ override: undefined })}
    />
  );
}

/** The KPI library: the KPIs of the product and those that administrators define. */
export function KpiPage() {
  const text = useKpiTexts();
  const language = useLanguage();
  const { search, change } = useKpiSearch();
  const { data } = useKpiLibrary();
  const [removed, setRemoved] = useState<ListedKpi>();
  const disabledReason = useDisabledReason(createKpi);
  const opened = data?.kpis.find(({ key }) => key === search.open);
  const of = data?.kpis.find(({ key }) => key === opened?.of)?.[language];
  return (
    <div className="tt-page">
      <PageHeader
        title={text('title')}
        actions={
          <Button
            kind="primary"
            icon={<IconPlus size={15} />}
            disabledReason={disabledReason}
            onClick={() => change({ edit: 'new', from: undefined })}
          >
            {text('add')}
          </Button>
        }
      />
      <ReadOnlyNote call={createKpi} />
      <Filters />
      <div className="tt-page-body">
        <KpiTable onRemove={setRemoved} />
        {opened !== undefined && <KpiDetails kpi={opened} of={of} counters={data?.counters ?? []} />}
      </div>
      <EditedKpi />
      <OverriddenFormula />
      {removed !== undefined && <KpiRemoval kpi={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  );
}
