import { describe, expect, it } from 'vitest';
import { compileProgram } from '../formula/compile.ts';
import { parseFormula } from '../formula/parse.ts';
import { programOf } from '../formula/program.ts';
import { resolveFormula } from '../formula/resolve.ts';
import { counters } from '../counter/catalogue.ts';
import type { Counter } from '../counter/counter.ts';
import { overrideFault } from './draft.ts';
import { formulaOf } from './formulas.ts';
import { scopes } from './kpi.ts';
import type { Kpi } from './kpi.ts';
import { FIRST_DEFINED_COUNTER } from '../polling/poller.ts';
import { computedOf, kpiKeys, kpis } from './library.ts';
import { meanOpinionScore } from './mean-opinion-score.ts';

const library: readonly (readonly [string, Kpi])[] = Object.entries(kpis);

describe('the KPI library', () => {
  it('has 61 KPIs with unique ids', () => {
    expect(library.map(([, { id }]) => id).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 61 }, (_, index) => index + 1),
    );
  });

  it('has a unique English and French name for each', () => {
    for (const language of ['en', 'fr'] as const)
      expect(new Set(library.map(([, kpi]) => kpi[language])).size).toBe(61);
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
  ])('takes no formula with the fault “%s” in the place of its own', (reason, asked) => {
    expect(overrideFault(...asked)?.reason).toBe(reason);
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
    const [answer] = compileProgram(programOf([resolved.core]), {
      block: 1,
      fills: () => () => undefined,
    })(0, 1);
    expect(answer?.[0]).toBeCloseTo(expected, 2);
  });
});
