import { counters } from '../counter/catalogue.ts';
import type { Core } from '../formula/core.ts';
import type { FormulaFault } from '../formula/fault.ts';
import { properties } from '../formula/names.ts';
import type { Names } from '../formula/names.ts';
import { parseFormula } from '../formula/parse.ts';
import { partsOf } from '../formula/parts.ts';
import type { Parts } from '../formula/parts.ts';
import { resolveFormula } from '../formula/resolve.ts';
import type { ElementKind } from '../element/kind.ts';
import type { Scope } from './kpi.ts';
import { kpis } from './library.ts';
import type { KpiKey } from './library.ts';
import type { Kpi } from './kpi.ts';

/** The names of the product's own counters and of what the inventory says. */
export const productNames: Names = { counters, properties };

export type CheckedFormula =
  | { readonly ok: true; readonly core: Core }
  | { readonly ok: false; readonly fault: FormulaFault };

/** Reads the formula of a KPI of a kind of element; its counters must be of this kind. */
export function checkFormula(
  text: string,
  { names, element }: { readonly names: Names; readonly element: ElementKind },
): CheckedFormula {
  const parsed = parseFormula(text);
  if (!parsed.ok) return parsed;
  const resolved = resolveFormula(parsed.tree, names);
  if (!resolved.ok) return resolved;
  return resolved.element === undefined || resolved.element === element
    ? { ok: true, core: resolved.core }
    : { ok: false, fault: { reason: 'several elements', at: 0, found: text } };
}

/** The formula of a KPI of the library in a scope as numerator and denominator; undefined when it has none there. */
export function formulaOf(key: KpiKey, scope: Scope): Parts | undefined {
  const kpi: Kpi = kpis[key];
  const text = 'of' in kpi ? undefined : kpi.formulas[scope];
  if (text === undefined) return undefined;
  const checked = checkFormula(text, { names: productNames, element: kpi.element });
  if (!checked.ok) throw new Error(`${key}, ${scope}: ${checked.fault.reason} “${checked.fault.found}”`);
  return partsOf(checked.core);
}
