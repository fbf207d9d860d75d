import { counters } from '../counter/catalogue.ts';
import { argsOf, type Core } from '../formula/core.ts';
import type { FormulaFault } from '../formula/fault.ts';
import { properties, type FormulaNames } from '../formula/formula-names.ts';
import { parseFormula } from '../formula/parse.ts';
import { partsOf, ratePartsOf, type Parts } from '../formula/parts.ts';
import { resolveFormula } from '../formula/resolve.ts';
import type { ElementKind } from '../element/kind.ts';
import {
  namesWith,
  noDefinitions,
  type DefinedCounter,
  type DefinedKpi,
  type KpiDefinitions,
} from './definition.ts';
import type { QuantityKind } from './algebra/quantity.ts';
import type { Kpi } from './kpi.ts';
import type { CounterScope } from '../counter/scope.ts';
import { kpis, type KpiKey } from './library.ts';

/** Names of the built-in counters and inventory properties. */
export const productNames: FormulaNames = { counters, properties };

/** Returns the names used by a formula, unordered. */
const namesOf = (core: Core): readonly string[] =>
  core.op === 'operand' ? [core.operand.name] : argsOf(core).flatMap(namesOf);

/** An element has counters of one scope: a formula with a counter of another scope would never have a value. */
const isForeign = ({ counters: known }: FormulaNames, name: string, scope: CounterScope): boolean => {
  const counter = known[name];
  return counter !== undefined && 'scope' in counter && counter.scope !== scope;
};

const placeOf = (text: string, name: string): number =>
  Math.max(0, text.search(new RegExp(`\\b${name}\\b`, 'i')));

export type CheckedFormula =
  | { readonly ok: true; readonly core: Core }
  | { readonly ok: false; readonly fault: FormulaFault };

/** Parses a KPI formula; its counters must belong to the kind of element and, if given, the scope. */
export function checkFormula(
  text: string,
  {
    names,
    element,
    scope,
  }: { readonly names: FormulaNames; readonly element: ElementKind; readonly scope?: CounterScope },
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

/** Numerator and denominator of a formula: those of a rate are a volume and its time. */
const partsOfKind = (kind: QuantityKind, core: Core): Parts =>
  kind === 'rate' ? ratePartsOf(core) : partsOf(core);

/** Returns the formula of a defined KPI in a scope; undefined without one or if this version cannot parse it. */
export function definedFormula(
  { formulas, element, kind }: DefinedKpi,
  scope: CounterScope,
  counters: readonly DefinedCounter[],
): Parts | undefined {
  const text = formulas[scope];
  if (text === undefined) return undefined;
  const checked = checkFormula(text, { names: namesWith(counters), element, scope });
  return checked.ok ? partsOfKind(kind, checked.core) : undefined;
}

/** Returns the names in the formulas of a KPI, including counters. */
export const countersNamed = ({ formulas }: Pick<DefinedKpi, 'formulas'>): readonly string[] => [
  ...new Set(Object.values(formulas).flatMap((text) => text.toLowerCase().match(/[a-z][a-z0-9_]*/g) ?? [])),
];

/** The formula that an administrator put in the place of that of the library; undefined without one. */
export const overrideOf = (
  { overrides }: Pick<KpiDefinitions, 'overrides'>,
  key: string,
  scope: CounterScope,
): string | undefined => overrides.find((one) => one.kpi === key && one.scope === scope)?.formula;

/** Parsed formulas of the library, by KPI and scope: each request for data needs some, and they never change. */
const parsed = new Map<string, Parts>();

function libraryFormula(key: KpiKey, scope: CounterScope): Parts | undefined {
  const name = `${key} ${scope}`;
  const known = parsed.get(name);
  if (known !== undefined) return known;
  const kpi: Kpi = kpis[key];
  if ('of' in kpi) return undefined;
  const text = kpi.formulas[scope];
  if (text === undefined) return undefined;
  const checked = checkFormula(text, { names: productNames, element: kpi.element });
  if (!checked.ok) throw new Error(`${key}, ${scope}: ${checked.fault.reason} “${checked.fault.found}”`);
  const parts = partsOfKind(kpi.kind, checked.core);
  parsed.set(name, parts);
  return parts;
}

/** Returns numerator and denominator of a library KPI in a scope, of its override if it has one; undefined without a formula. */
export function formulaOf(
  key: KpiKey,
  scope: CounterScope,
  definitions: Pick<KpiDefinitions, 'counters' | 'overrides'> = noDefinitions,
): Parts | undefined {
  const ofLibrary = libraryFormula(key, scope);
  if (ofLibrary === undefined) return undefined;
  const own = overrideOf(definitions, key, scope);
  if (own === undefined) return ofLibrary;
  const names = namesWith(definitions.counters);
  const changed = checkFormula(own, { names, element: kpis[key].element, scope });
  // Another version may have stored what this one cannot parse: alarms keep the formula of the library.
  const { kind }: Kpi & { readonly kind?: QuantityKind } = kpis[key];
  return changed.ok ? partsOfKind(kind ?? 'gauge', changed.core) : ofLibrary;
}
