import { useState } from 'react';
import {
  overrideFormula,
  resetFormula,
  type ListedFormula,
  type ListedKpi,
} from '#schemas/kpi/definition-routes.ts';
import { scopeLabels } from '#schemas/counter/scope.ts';
import { kpiTouches } from '#web/kernel/kpi/kpi-touches.ts';
import { RemovalDialog } from '#web/kernel/list/RemovalDialog.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { msOf } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { FormulaParts } from './FormulaCheck.tsx';
import type { Counters } from './FormulaInput.tsx';
import { useKpiSearch } from './kpi-search.ts';
import { useKpiTexts } from './texts/en.ts';

interface Props {
  readonly kpi: ListedKpi;
  readonly formula: ListedFormula;
  readonly counters: Counters;
}

/** The formula in force compared with that of the library. */
function BothFormulas({ formula: { formula, library, updatedAt, updatedBy } }: Pick<Props, 'formula'>) {
  const text = useKpiTexts();
  return (
    <>
      <dl className="tt-formula-both">
        <div>
          <dt>{text('inForce')}</dt>
          <dd>
            <code className="tt-formula-text">{formula}</code>
          </dd>
        </div>
        <div>
          <dt>{text('ofLibrary')}</dt>
          <dd>
            <code className="tt-formula-text">{library}</code>
          </dd>
        </div>
      </dl>
      {updatedAt !== null && (
        <p className="tt-muted">
          <TimeIn
            at={msOf(updatedAt)}
            sentence={(at) => text('overriddenBy', { at, by: updatedBy ?? '–' })}
          />
        </p>
      )}
    </>
  );
}

function Actions({ kpi, formula }: Omit<Props, 'counters'>) {
  const text = useKpiTexts();
  const language = useLanguage();
  const { change } = useKpiSearch();
  const disabledReason = useDisabledReason(overrideFormula);
  const [requested, setRequested] = useState(false);
  const { scope, overridden, version } = formula;
  const source = scopeLabels[scope][language];
  return (
    <div className="tt-formula-actions">
      <Button disabledReason={disabledReason} onClick={() => change({ override: scope })}>
        {text(overridden ? 'change' : 'override')}
      </Button>
      {overridden && (
        <Button disabledReason={disabledReason} onClick={() => setRequested(true)}>
          {text('reset')}
        </Button>
      )}
      {requested && (
        <RemovalDialog
          route={resetFormula}
          args={{ params: { key: kpi.key, scope }, query: { version } }}
          touches={kpiTouches}
          title={text('resetTitle', { name: kpi[language], source })}
          consequence={text('resetConsequence')}
          action={text('reset')}
          done={text('wasReset', { name: kpi[language] })}
          onClose={() => setRequested(false)}
        />
      )}
    </div>
  );
}

/** A formula of a KPI with its parts; of a library KPI also what can be done with it. */
export function FormulaSection({ kpi, formula, counters }: Props) {
  const text = useKpiTexts();
  const language = useLanguage();
  const { scope, library, overridden } = formula;
  return (
    <section aria-label={scopeLabels[scope][language]}>
      <h3 className="tt-formula-title">
        {scopeLabels[scope][language]}
        {overridden && <Tag tone="accent">{text('origin-overridden')}</Tag>}
      </h3>
      {overridden ? (
        <BothFormulas formula={formula} />
      ) : (
        <code className="tt-formula-text">{formula.formula}</code>
      )}
      <FormulaParts formula={formula.formula} scope={scope} element={kpi.element} counters={counters} />
      {library !== null && <Actions kpi={kpi} formula={formula} />}
    </section>
  );
}
