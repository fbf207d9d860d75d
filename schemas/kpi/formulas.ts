import { counters } from '../counter/catalogue.ts';
import { argsOf } from '../formula/core.ts';
import type { Core } from '../formula/core.ts';
import type { FormulaFault } from '../formula/fault.ts';
import { properties } from '../formula/formula-names.ts';
import type { FormulaNames } from '../formula/formula-names.ts';
import { parseFormula } from '../formula/parse.ts';
import { partsOf } from '../formula/parts.ts';
import type { Parts } from '../formula/parts.ts';
import { resolveFormula } from '../formula/resolve.ts';
import type { ElementKind } from '../element/kind.ts';
import { namesWith } from './definition.ts';
import type { DefinedCounter, DefinedKpi } from './definition.ts';
import type { CounterScope } from './kpi.ts';
import { kpis } from './library.ts';
import type { KpiKey } from './library.ts';
import type { Kpi } from './kpi.ts';

/** The names of the product's own counters and of what the inventory says. */
export const productNames: FormulaNames = { counters, properties };

/** Names that a formula reads, in no order. */
const namesOf = (core: Core): readonly string[] =>
  core.op === 'operand' ? [core.operand.name] : argsOf(core).flatMap(namesOf);

/** An element has the counters of one scope: a formula with one of another would never have a value. */
const isForeign = ({ counters: known }: FormulaNames, name: string, scope: CounterScope): boolean => {
  const counter = known[name];
  return counter !== undefined && 'scope' in counter && counter.scope !== scope;
};

const placeOf = (text: string, name: string): number =>
  Math.max(0, text.search(new RegExp(`\\b${name}\\b`, 'i')));

export type CheckedFormula =
  | { readonly ok: true; readonly core: Core }
  | { readonly ok: false; readonly fault: FormulaFault };

/** Reads the formula of a KPI of a kind of element; its counters must be of this kind, and of the scope where one is given. */
export function checkFormula(
  text: string,
  { names, element, scope }: { readonly names: FormulaNames; readonly element: ElementKind; readonly scope?: CounterScope },
): CheckedFormula {
  const parsed = parseFormula(text);
  if (!parsed.ok) return parsed;
  const resolved = resolveFormula(parsed.tree, names);
  if (!resolved.ok) return resolved;
  if (resolved.element !== undefined && resolved.element !== element)
    return { ok: false, fault: { reason: 'several elements', at: 0, found: text } };
  const foreign = scope && namesOf(resolved.core).find((name) => isForeign(names, name, scope));
  return foreign === undefined
    ? { ok: true, core: resolved.core }
    : { ok: false, fault: { reason: 'other source', at: placeOf(text, foreign), found: foreign } };
}

/** The formula of a defined KPI in a scope; undefined when it has none there, or one that this version cannot read. */
export function definedFormula(
  { formulas, element }: DefinedKpi,
  scope: CounterScope,
  counters: readonly DefinedCounter[],
): Parts | undefined {
  const text = formulas[scope];
  if (text === undefined) return undefined;
  const checked = checkFormula(text, { names: namesWith(counters), element, scope });
  return checked.ok ? partsOf(checked.core) : undefined;
}

/** Names that stand in the formulas of a KPI: counters among them. */
export const countersNamed = ({ formulas }: Pick<DefinedKpi, 'formulas'>): readonly string[] => [
  ...new Set(Object.values(formulas).flatMap((text) => text.toLowerCase().match(/[a-z][a-z0-9_]*/g) ?? [])),
];

/** The formula of a KPI of the library in a scope as numerator and denominator; undefined when it has none there. */
export function formulaOf(key: KpiKey, scope: CounterScope): Parts | undefined {
  const kpi: Kpi = kpis[key];
  const text = 'of' in kpi ? undefined : kpi.formulas[scope];
  if (text === undefined) return undefined;
  const checked = checkFormula(text, { names: productNames, element: kpi.element });
  if (!checked.ok) throw new Error(`${key}, ${scope}: ${checked.fault.reason} “${checked.fault.found}”`);
  return partsOf(checked.core);
}
