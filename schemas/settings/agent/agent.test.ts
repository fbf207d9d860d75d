import { describe, expect, it } from 'vitest';
import { parseInput } from '../../problem/input-faults.ts';
import { AgentDraft, canonicalSource, isPast, midnightOf, overlappingAgents, sharesMarker } from './agent.ts';

const draft = {
  agentId: 'probe-lyon',
  customer: 3,
  networkMarker: 'Lyon',
  index: 'a1Z',
  source: '192.0.2.0/24',
  expires: '23/11/2026',
};
const faultsOf = (change: object): readonly (readonly [string, string])[] => {
  const parsed = parseInput(AgentDraft, { ...draft, ...change });
  return parsed.ok ? [] : parsed.faults.map(({ path, code }) => [path, code] as const);
};

describe('an agent', () => {
  it.each([
    [{}, []],
    [{ agentId: 'probe_lyon' }, [['agentId', 'AGENT_UNDERSCORE']]],
    [{ networkMarker: 'a_b' }, [['networkMarker', 'AGENT_UNDERSCORE']]],
    [{ index: 'a_1' }, [['index', 'AGENT_UNDERSCORE']]],
    [{ index: 'a1' }, [['index', 'AGENT_INDEX_INVALID']]],
    [{ index: 'a1é' }, [['index', 'INPUT_INVALID']]],
    [{ expires: '2026-11-23' }, [['expires', 'AGENT_DATE_FORMAT']]],
    [{ expires: '31/02/2026' }, [['expires', 'AGENT_DATE_INVALID']]],
    [{ source: '192.0.2.0/33' }, [['source', 'AGENT_SOURCE_INVALID']]],
    [{ source: 'probe.example' }, [['source', 'AGENT_SOURCE_INVALID']]],
    [{ source: '0.0.0.0/0' }, [['source', 'AGENT_SOURCE_INVALID']]],
  ])('with %j has the faults %j', (change, faults) => {
    expect(faultsOf(change)).toEqual(faults);
  });

  it.each([
    ['192.0.2.7/32', '192.0.2.7'],
    ['2001:DB8:0::/48', '2001:db8::/48'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['10.1.0.0/16', '10.1.0.0/16'],
  ])('from %s is stored as %s', (text, canonical) => {
    expect(canonicalSource(text)).toBe(canonical);
  });

  it('expires at midnight UTC of its day, which cannot be in the past', () => {
    const midnight = Date.UTC(2026, 10, 23);
    expect(midnightOf('23/11/2026')).toBe(midnight);
    expect([isPast('23/11/2026', midnight - 1), isPast('23/11/2026', midnight)]).toEqual([false, true]);
    expect(isPast('yesterday', midnight)).toBe(false);
  });

  it.each([
    ['192.0.2.0/24', ['within', 'around', 'same']],
    ['192.0.2.7', ['around']],
    ['192.0.2.8', ['within', 'around']],
    ['192.0.2.8/32', ['within', 'around']],
    ['10.1.0.0/16', []],
    ['2001:db8::/32', ['sixth']],
    ['192.0.2', []],
  ])('from %s overlaps the networks of %j', (source, names) => {
    const others = [
      { id: 1, name: 'within', source: '192.0.2.8/29', expired: false },
      { id: 2, name: 'around', source: '192.0.0.0/16', expired: false },
      { id: 3, name: 'ended', source: '192.0.2.0/25', expired: true },
      { id: 4, name: 'same', source: '192.0.2.7', expired: false },
      { id: 5, name: 'itself', source: '192.0.2.0/26', expired: false },
      { id: 6, name: 'sixth', source: '2001:db8:1::/48', expired: false },
    ];
    expect(overlappingAgents({ id: 5, source }, others).map(({ name }) => name)).toEqual(names);
  });

  it('warns when another agent has the same organization and network marker', () => {
    const other = { id: 7, customer: 3, networkMarker: 'LYON' };
    expect(sharesMarker(draft, [other])).toBe(true);
    expect(sharesMarker({ ...draft, id: 7 }, [other])).toBe(false);
    expect(sharesMarker({ ...draft, customer: 4 }, [other])).toBe(false);
  });
});
