import { describe, expect, it } from 'vitest';
import { askableBy, incompatibility, listedAttribute, sharedAttributes } from './compatibility.ts';
import type { AskableKpi, AskedBy } from './compatibility.ts';

const port: AskableKpi = { element: 'interface', ofFlows: false };
const traffic: AskableKpi = { element: 'application', ofFlows: true };
const device: AskableKpi = { element: 'device', ofFlows: false };

const by = (keys: AskedBy['keys'], kind: AskedBy['breakdown']['kind'] = 'all', conversationMode = false) => ({
  keys,
  breakdown: { kind },
  conversationMode,
});

describe('a KPI', () => {
  it.each([
    ['a total', port, by([], 'none'), undefined],
    ['values over time', port, by(['date'], 'none'), undefined],
    ['its own elements', port, by(['date', 'interface']), undefined],
    ['their parents', port, by(['site', 'device', 'interface'], 'top'), undefined],
    ['elements below it', device, by(['interface']), 'key attribute'],
    ['elements of another kind', port, by(['tunnel']), 'key attribute'],
    ['all keys without a key attribute', port, by(['date'], 'all'), 'breakdown'],
    ['no breakdown with a key attribute', port, by(['site'], 'none'), 'breakdown'],
    ['counters in conversation mode', port, by(['site'], 'all', true), 'conversation mode'],
    ['flows by application and class', traffic, by(['application', 'class'], 'top'), undefined],
    ['a list of applications', traffic, by(['application'], 'list'), undefined],
    ['a list of pairs', traffic, by(['site', 'application'], 'list'), 'breakdown'],
    ['conversations', traffic, by(['site', 'conversation'], 'top', true), undefined],
    ['conversations out of their mode', traffic, by(['conversation']), 'conversation mode'],
    ['flows by area', traffic, by(['area']), undefined],
    ['areas by application', traffic, by(['area', 'application']), 'key attribute'],
    ['areas in conversation mode', traffic, by(['area'], 'all', true), 'key attribute'],
  ] as const)('is compatible with a request, or not: %s', (_, kpi, asked, expected) => {
    expect(incompatibility(kpi, asked)).toBe(expected);
  });

  it('offers the attributes that it has values by', () => {
    expect(askableBy(port, false)).toEqual(['site', 'device', 'interface']);
    expect(askableBy(port, true)).toEqual([]);
    expect(askableBy(traffic, true)).toEqual(['site', 'application', 'class', 'conversation']);
    expect(sharedAttributes([port, device], false)).toEqual(['site', 'device']);
    expect(sharedAttributes([], false)).toEqual([]);
  });

  it('is listed by the ids of its innermost attribute', () => {
    expect(listedAttribute(port, ['date', 'site', 'device'])).toBe('device');
    expect(listedAttribute(traffic, ['class'])).toBe('class');
    expect(listedAttribute(port, ['date'])).toBeUndefined();
  });
});
