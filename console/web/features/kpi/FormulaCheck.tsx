import { IconCheck, IconAlertTriangle } from '@tabler/icons-react';
import { coreText } from '#schemas/formula/core-text.ts';
import { faultSentence, type FormulaFault } from '#schemas/formula/fault.ts';
import { isRatio, partsOf } from '#schemas/formula/parts.ts';
import { namesWith, type NamedCounter } from '#schemas/kpi/definition.ts';
import { draftFaults, overrideFault } from '#schemas/kpi/draft.ts';
import { checkFormula } from '#schemas/kpi/formulas.ts';
import type { CounterScope } from '#schemas/counter/scope.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { useKpiTexts } from './texts/en.ts';

export interface Checked {
  readonly formula: string;
  readonly scope: CounterScope;
  readonly element: ElementKind;
  readonly counters: readonly NamedCounter[];
  /** The formula of the library that it takes the place of. */
  readonly library?: string | undefined;
}

/** The formula with the fault marked; a fault at the end is marked behind it. */
function MarkedFault({ formula, fault }: { readonly formula: string; readonly fault: FormulaFault }) {
  const text = useKpiTexts();
  const { at, found } = fault;
  const isThere = found !== '' && formula.slice(at, at + found.length).toLowerCase() === found.toLowerCase();
  const length = isThere ? found.length : 1;
  return (
    <code className="tt-formula-place" aria-hidden="true" title={text('faultAt')}>
      {formula.slice(0, at)}
      <mark>{formula.slice(at, at + length) || '\u00A0'}</mark>
      {formula.slice(at + length)}
    </code>
  );
}

/** Expanded, some formulas fill pages. */
const MAX_LENGTH = 400;
const shortened = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;

/** Numerator and denominator of a formula that is a ratio. */
export function FormulaParts({ formula, scope, element, counters }: Checked) {
  const text = useKpiTexts();
  const checked = checkFormula(formula, { names: namesWith(counters), element, scope });
  if (!checked.ok) return null;
  if (!isRatio(checked.core)) return <p className="tt-muted">{text('noRatio')}</p>;
  const { scale, numerator, denominator } = partsOf(checked.core);
  return (
    <Facts
      facts={[
        [
          text('numerator'),
          <code key="n">{`${scale === 1 ? '' : `${String(scale)} × `}${shortened(coreText(numerator))}`}</code>,
        ],
        [text('denominator'), <code key="d">{shortened(coreText(denominator))}</code>],
      ]}
    />
  );
}

function faultOf({ scope, element, counters, library, ...checked }: Checked): FormulaFault | undefined {
  const formula = checked.formula.trim();
  if (library === undefined)
    return draftFaults({ element, formulas: [{ scope, formula }] }, counters)[0]?.fault;
  return overrideFault({ element, formulas: { [scope]: library } }, { scope, formula }, counters);
}

/** The first fault of a formula and its position while it is typed, or the parts of a valid one. */
export function FormulaCheck(checked: Checked) {
  const text = useKpiTexts();
  const language = useLanguage();
  const { formula } = checked;
  if (formula.trim() === '') return <p className="tt-formula-check tt-muted">{text('formulaHint')}</p>;
  const fault = faultOf(checked);
  if (fault === undefined)
    return (
      <div className="tt-formula-check" data-tone="good">
        <p aria-live="polite">
          <IconCheck size={14} aria-hidden="true" /> {text('validFormula')}
        </p>
        <FormulaParts {...checked} />
      </div>
    );
  return (
    <div className="tt-formula-check" data-tone="bad">
      <p aria-live="polite">
        <IconAlertTriangle size={14} aria-hidden="true" /> {faultSentence(fault, language)}
      </p>
      <MarkedFault formula={formula.trim()} fault={fault} />
    </div>
  );
}
