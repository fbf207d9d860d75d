import { describe, expect, it } from 'vitest';
import { compileProgram } from '../formula/compile.ts';
import { parseFormula } from '../formula/parse.ts';
import { programOf } from '../formula/program.ts';
import { resolveFormula } from '../formula/resolve.ts';
import { counters } from '../counter/catalogue.ts';
import type { Counter } from '../counter/counter.ts';
import { argsOf, type Core, type Operand } from '../formula/core.ts';
import type { Unit } from '../unit/unit.ts';
import { algebraOf } from './directory.ts';
import { overrideFault } from './draft.ts';
import { formulaOf, productNames } from './formulas.ts';
import { inferKind } from './algebra/infer-kind.ts';
import { hasAggregation, hasOver } from './algebra/kind-rules.ts';
import type { Aggregation, Kpi } from './kpi.ts';
import { scopes } from '../counter/scope.ts';
import { FIRST_DEFINED_COUNTER } from '../polling/poller.ts';
import { computedOf, kpiKeys, kpis, type KpiKey } from './library.ts';
import { meanOpinionScore } from './mean-opinion-score.ts';

const operandsOf = (core: Core): readonly Operand[] =>
  core.op === 'operand' ? [core.operand] : argsOf(core).flatMap(operandsOf);

/** The kind of a definition that does not state it; its formula may use the counters of any element. */
function inferred(unit: Unit, aggregation: Aggregation, formula: string) {
  const parsed = parseFormula(formula);
  if (!parsed.ok) throw new Error(parsed.fault.reason);
  const resolved = resolveFormula(parsed.tree, productNames);
  if (!resolved.ok) throw new Error(resolved.fault.reason);
  return inferKind({ unit, aggregation, core: resolved.core });
}

const library: readonly (readonly [string, Kpi])[] = Object.entries(kpis);

describe('the KPI library', () => {
  it('has 74 KPIs with unique ids', () => {
    expect(library.map(([, { id }]) => id).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 74 }, (_, index) => index + 1),
    );
  });

  it('has a unique English and French name for each', () => {
    for (const language of ['en', 'fr'] as const)
      expect(new Set(library.map(([, kpi]) => kpi[language])).size).toBe(74);
  });

  it('has only valid formulas over counters of the KPI’s kind of element', () => {
    for (const key of kpiKeys) for (const scope of scopes) expect(() => formulaOf(key, scope)).not.toThrow();
  });

  it.each<readonly [string, Parameters<typeof overrideFault>]>([
    ['other scale', [kpis.itf_in_util, { scope: 'snmp', formula: '8 * rate(in_octets)' }, []]],
    ['other source', [kpis.itf_in_bps, { scope: 'snmp', formula: 'avg(cv_rx_kbps)' }, []]],
    ['several elements', [kpis.itf_in_bps, { scope: 'snmp', formula: 'avg(cpu)' }, []]],
    ['unknown name', [kpis.itf_in_bps, { scope: 'snmp', formula: 'rate(in_octet)' }, []]],
    ['counter expected', [kpis.itf_in_bps, { scope: 'snmp', formula: 'contract_in' }, []]],
    ['not of this counter', [kpis.app_bps, { scope: 'flow', formula: 'avg(flow_octets)' }, []]],
  ])('takes no formula with the fault “%s” in the place of its own', (reason, requested) => {
    expect(overrideFault(...requested)?.reason).toBe(reason);
  });

  it('takes each of its formulas in the place of its own, and another one in that scope only', () => {
    for (const kpi of Object.values<Kpi>(kpis))
      for (const scope of scopes) {
        const formula = 'of' in kpi ? undefined : kpi.formulas[scope];
        if (formula === undefined || 'of' in kpi) continue;
        expect([formula, overrideFault(kpi, { scope, formula }, [])]).toEqual([formula, undefined]);
      }
    const definitions = {
      counters: [],
      overrides: [{ kpi: 'itf_in_bps', scope: 'nuage', formula: 'sum(nu_bytes_in)' }],
    } as const;
    expect(formulaOf('itf_in_bps', 'nuage', definitions)).not.toEqual(formulaOf('itf_in_bps', 'nuage'));
    expect(formulaOf('itf_in_bps', 'snmp', definitions)).toEqual(formulaOf('itf_in_bps', 'snmp'));
    const unknown = [{ kpi: 'itf_in_bps', scope: 'snmp', formula: 'rate(of_a_later_version)' }] as const;
    const stored = { ...definitions, overrides: unknown };
    expect(formulaOf('itf_in_bps', 'snmp', stored)).toEqual(formulaOf('itf_in_bps', 'snmp'));
  });

  it('computes each KPI in at least one scope, or shows the values of a computed one', () => {
    for (const key of kpiKeys)
      expect(scopes.filter((scope) => formulaOf(computedOf(key), scope) !== undefined)).not.toEqual([]);
  });

  it('keeps numerator and denominator of every ratio that is aggregated by its parts', () => {
    for (const key of kpiKeys)
      for (const scope of scopes) {
        const kpi: Kpi = kpis[key];
        const parts = formulaOf(key, scope);
        if (parts === undefined || 'of' in kpi || kpi.strategy !== 'after spatial and temporal') continue;
        expect(parts.denominator, `${key} ${scope}`).not.toEqual({ op: 'number', value: 1 });
      }
  });

  it('defaults to aggregations that exist for the kind of each KPI', () => {
    for (const [key, kpi] of library) {
      const { kind, over } = algebraOf(kpi);
      expect([key, hasAggregation(kind, kpi.aggregation), hasOver(kind, over)]).toEqual([key, true, true]);
    }
  });

  it('keeps the time of every rate in its denominator, so that it counts once over elements', () => {
    for (const [key, kpi] of library)
      for (const scope of scopes) {
        const parts = 'of' in kpi || kpi.kind !== 'rate' ? undefined : formulaOf(key as KpiKey, scope);
        if (parts === undefined) continue;
        const operands = operandsOf(parts.denominator);
        expect([key, scope, operands.length > 0]).toEqual([key, scope, true]);
        for (const { take, name } of operands)
          expect([key, scope, take === 'seconds' || name === 'window']).toEqual([key, scope, true]);
      }
  });

  it.each<readonly [string, Parameters<typeof inferred>]>([
    ['rate', ['bps', 'average', '8 * rate(in_octets)']],
    ['counter', ['byte', 'sum', 'delta(in_octets)']],
    ['counter', ['scalar', 'sum', 'delta(in_errors)']],
    ['ratio', ['percent', 'average', 'percent(delta(in_errors), delta(in_unicast))']],
    ['state', ['percent', 'average', '100 * share(oper_up)']],
    ['gauge', ['percent', 'average', 'avg(cpu)']],
    ['gauge', ['percent', 'average', '100 - avg(cv_cpu_idle)']],
    ['ratio', ['percent', 'average', 'percent(memory_used, memory_total)']],
    ['time', ['second', 'last', 'uptime']],
    ['time', ['timestamp', 'maximum', 'at(uptime) - uptime']],
    ['duration', ['millisecond', 'average', 'sum(probe_rtt) / sum(probe_rtt_count)']],
    ['gauge', ['celsius', 'average', 'avg(sensor_celsius)']],
    ['count', ['watt', 'average', 'avg(sensor_watts)']],
    ['rate', ['scalar', 'average', 'rate(in_errors)']],
    ['gauge', ['scalar', 'average', 'avg(fo_sessions)']],
    // Formulas that mix kinds: the unit decides, else how the formula is merged.
    ['rate', ['bps', 'average', '8 * rate(in_octets) + speed']],
    ['rate', ['bps', 'average', '8 * delta(in_octets)']],
    ['rate', ['bps', 'average', 'share(oper_up) * rate(in_octets)']],
    ['ratio', ['percent', 'average', 'percent(delta(in_octets), speed * seconds(in_octets))']],
    ['ratio', ['percent', 'average', '100 * share(oper_up) + percent(delta(in_errors), delta(in_unicast))']],
    ['ratio', ['scalar', 'average', 'rate(in_octets) / speed']],
    ['gauge', ['scalar', 'average', 'delta(in_errors) + speed']],
    ['counter', ['scalar', 'sum', 'delta(in_errors) + speed']],
    ['duration', ['second', 'average', 'seconds(in_octets) + delta(in_errors)']],
  ])('takes %s for the kind of a KPI in %s by %s', (kind, definition) => {
    expect(inferred(...definition)).toBe(kind);
  });

  it('has one scale in every scope, since measures of several vendors are aggregated', () => {
    const several = kpiKeys.filter((key) => {
      const scales = scopes.flatMap((scope) => formulaOf(computedOf(key), scope)?.scale ?? []);
      return new Set(scales).size !== 1;
    });
    expect(several).toEqual([]);
  });

  it('keeps percentages out of the numerator, which stays a count', () => {
    const scaled = kpiKeys.filter((key) => scopes.some((scope) => formulaOf(key, scope)?.scale === 100));
    expect(scaled.length).toBeGreaterThan(10);
    expect(new Set(scaled.map((key) => kpis[key].unit))).toEqual(new Set(['percent']));
  });
});

describe('the counters', () => {
  it('have unique ids below those of defined counters', () => {
    const ids = Object.values(counters).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.max(...ids)).toBeLessThan(FIRST_DEFINED_COUNTER);
  });

  it('are integers divided by an integer', () => {
    for (const { per = 1 } of Object.values(counters) as Counter[]) expect(Number.isInteger(per)).toBe(true);
  });
});

describe('the mean opinion score', () => {
  it.each([
    [10, 1, 0, 4.4],
    [20, 5, 0.5, 4.36],
    [100, 10, 1, 4.27],
    [150, 20, 2, 4.03],
    [200, 30, 5, 3.39],
    [400, 50, 10, 1.58],
  ])('of %d ms, jitter %d ms and %d %% loss is %d', (delay, jitter, loss, expected) => {
    const text = meanOpinionScore({ delay: String(delay), jitter: String(jitter), loss: String(loss) });
    const parsed = parseFormula(text);
    if (!parsed.ok) throw new Error(parsed.fault.reason);
    const resolved = resolveFormula(parsed.tree, { counters: {}, properties: [] });
    if (!resolved.ok) throw new Error(resolved.fault.reason);
    const [response] = compileProgram(programOf([resolved.core]), {
      block: 1,
      fills: () => () => undefined,
    })(0, 1);
    expect(response?.[0]).toBeCloseTo(expected, 2);
  });
});
