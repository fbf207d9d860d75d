import { useRef, useState } from 'react';
import { overrideFormula, type ListedFormula, type ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { scopeLabels } from '#schemas/counter/scope.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { kpiTouches } from '#web/kernel/kpi/kpi-touches.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { msOf } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { FormulaInput, type Counters } from './FormulaInput.tsx';
import { overrideFaults } from './kpi-draft.ts';
import { useReadKpis } from './kpi-queries.ts';
import { useKpiTexts } from './texts/en.ts';

interface Props {
  readonly kpi: ListedKpi;
  readonly formula: ListedFormula;
  readonly counters: Counters;
  readonly onClose: () => void;
}

/** What someone else saved while the form was open. */
function Theirs({
  formula: { formula, updatedAt, updatedBy },
  onTake,
}: {
  readonly formula: ListedFormula;
  readonly onTake: () => void;
}) {
  const text = useKpiTexts();
  return (
    <Banner tone="warning">
      <div className="tt-formula-theirs">
        {updatedAt !== null && (
          <TimeIn
            at={msOf(updatedAt)}
            sentence={(at) => text('savedByOthers', { at, by: updatedBy ?? '–' })}
          />
        )}
        <code className="tt-formula-text">{formula}</code>
        <div>
          <Button onClick={onTake}>{text('takeTheirs')}</Button>
        </div>
      </div>
    </Banner>
  );
}

/** The form, and the formula that others have saved since it was opened. */
function useOverrideForm({ kpi, formula: opened, counters, onClose }: Props) {
  const text = useKpiTexts();
  const language = useLanguage();
  const read = useReadKpis();
  // That of the formula shown here, not of one that a refresh brings unnoticed. The form keeps its first `store`: it reads the newest version here.
  const version = useRef(opened.version);
  const [theirs, setTheirs] = useState<ListedFormula>();
  const { scope } = opened;
  const form = useForm({
    initial: { formula: opened.formula },
    contract: overrideFormula.body.pick({ formula: true }),
    check: ({ formula }, of) => overrideFaults(kpi, { scope, formula }, { counters, language: of }),
    fieldByCode: { FORMULA_INVALID: 'formula' },
    async store({ formula }) {
      try {
        await call(overrideFormula, {
          params: { key: kpi.key, scope },
          body: { formula, version: version.current },
        });
      } catch (problem) {
        if (problem instanceof ApiProblem && problem.code === 'CONFLICT') {
          const { kpis } = await read();
          const own = kpis.find(({ key }) => key === kpi.key);
          const saved = own?.formulas.find((one) => one.scope === scope);
          version.current = saved?.version ?? version.current;
          setTheirs(saved);
        }
        throw problem;
      }
    },
    done: () => text('wasOverridden', { name: kpi[language] }),
    touches: kpiTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
  return { form, theirs };
}

/** Overrides the formula of a library KPI in one source. */
export function FormulaOverrideDialog(props: Props) {
  const { kpi, formula: opened, counters } = props;
  const text = useKpiTexts();
  const language = useLanguage();
  const { form, theirs } = useOverrideForm(props);
  const { scope } = opened;
  return (
    <FormDialog
      title={text('overrideTitle', { name: kpi[language], source: scopeLabels[scope][language] })}
      form={form}
      disabledReason={useDisabledReason(overrideFormula)}
      action={text('save')}
      width={860}
    >
      <p className="tt-muted">{text('overrideHint')}</p>
      {theirs !== undefined && (
        <Theirs formula={theirs} onTake={() => form.change({ formula: theirs.formula })} />
      )}
      <div className="tt-kpi-columns tt-formula-sides">
        <section className="tt-formula" aria-label={text('ofLibrary')}>
          <h3>{text('ofLibrary')}</h3>
          <code className="tt-formula-text">{opened.library}</code>
        </section>
        <FormulaInput
          id="formula"
          scope={scope}
          counters={counters}
          formula={form.draft.formula}
          element={kpi.element}
          library={opened.library ?? undefined}
          error={form.errorOf('formula')}
          onChange={(formula) => form.change({ formula })}
        />
      </div>
    </FormDialog>
  );
}
