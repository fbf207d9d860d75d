import { describe, expect, it } from 'vitest';
import type { HealthChange } from '#schemas/health/routes.ts';
import type { ReasonCode } from '#schemas/health/reason.ts';
import { judged, verdict } from './judge/verdict.ts';
import { StateHistory } from './state-history.ts';

const nats = (state: HealthChange['state'], code: ReasonCode = 'responding') =>
  judged({ group: 'stores', name: 'nats', verdict: verdict(state, code) });
const stored = (at: number, state: HealthChange['state']): HealthChange => ({
  component: 'stores.nats',
  at,
  state,
  reason: { code: 'responding', facts: {} },
});
const short = ({ at, state, reason }: HealthChange) => [at, state, reason.code];

describe('the history of states', () => {
  it('continues what is stored, without a change, when servers follow each other', () => {
    const history = new StateHistory();
    expect(history.observe([nats('ok')], 100).changes).toEqual([]);
    expect(history.remember([stored(40, 'ok')])).toEqual([]);
    expect(history.observe([nats('ok')], 101).components[0]?.since).toBe(40);
  });

  it('has the time in which no server judged as unknown', () => {
    const history = new StateHistory();
    history.observe([nats('ok')], 100);
    expect(history.remember([stored(40, 'ok')], 60).map(short)).toEqual([
      [60, 'unknown', 'notJudged'],
      [100, 'ok', 'responding'],
    ]);
    expect(history.observe([nats('ok')], 101).components[0]?.since).toBe(100);
  });

  it('has it also of a part that is not read yet, and not before its last change', () => {
    const history = new StateHistory();
    history.observe([nats('unknown', 'notRead')], 100);
    expect(history.remember([stored(70, 'critical')], 60).map(short)).toEqual([[71, 'unknown', 'notJudged']]);
    expect(history.observe([nats('critical', 'storeDown')], 105).changes.map(short)).toEqual([
      [105, 'critical', 'storeDown'],
    ]);
  });
});
