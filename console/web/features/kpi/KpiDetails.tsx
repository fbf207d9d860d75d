import { aggregationLabels, kindLabels, overLabel } from '#schemas/kpi/label/algebra-labels.ts';
import type { ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { unitLabels } from '#schemas/unit/unit.ts';
import { msOf } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import type { Counters } from './FormulaInput.tsx';
import { FormulaSection } from './FormulaSection.tsx';
import { KpiAlarms } from './KpiAlarms.tsx';
import { useKpiSearch } from './kpi-search.ts';
import { useKpiTexts } from './texts/en.ts';

function useFacts(kpi: ListedKpi) {
  const text = useKpiTexts();
  const language = useLanguage();
  const { updatedAt, updatedBy } = kpi;
  const isOfAccesses = libraryDirectory.get(kpi.key)?.isOfAccesses === true;
  return [
    [text('key'), <code key="key">{kpi.key}</code>],
    [text('english'), kpi.en],
    [text('french'), kpi.fr],
    [text('element'), text(`kind-${kpi.element}`)],
    [text('unit'), unitLabels[kpi.unit][language]],
    [text('kind'), kindLabels[kpi.kind][language]],
    [text('aggregation'), aggregationLabels[kpi.aggregation][language]],
    [text('over'), overLabel(kpi.over, { kind: kpi.kind, isOfAccesses })[language]],
    ...(kpi.strategy === null ? [] : [[text('strategy'), text(`when-${kpi.strategy}`)] as const]),
    [text('origin'), text(`origin-${kpi.origin}`)],
    ...(updatedAt === null
      ? []
      : [
          [
            text('changed'),
            <TimeIn
              key="changed"
              at={msOf(updatedAt)}
              sentence={(at) => text('changedBy', { at, by: updatedBy ?? '–' })}
            />,
          ] as const,
        ]),
  ] as const;
}

interface Props {
  readonly kpi: ListedKpi;
  /** Name of the KPI that this one is a view of. */
  readonly of: string | undefined;
  readonly counters: Counters;
}

/** The details of a KPI: its formulas with numerators and denominators. */
export function KpiDetails({ kpi, of, counters }: Props) {
  const text = useKpiTexts();
  const language = useLanguage();
  const { change } = useKpiSearch();
  return (
    <Drawer
      title={<h2>{kpi[language]}</h2>}
      label={kpi[language]}
      onClose={() => change({ open: undefined })}
    >
      <div className="tt-drawer-parts tt-kpi-details">
        <Facts facts={useFacts(kpi)} />
        {of !== undefined && <p className="tt-muted">{text('viewOf', { name: of })}</p>}
        {kpi.formulas.map((formula) => (
          <FormulaSection key={formula.scope} kpi={kpi} formula={formula} counters={counters} />
        ))}
        <KpiAlarms kpi={kpi.key} />
      </div>
    </Drawer>
  );
}
