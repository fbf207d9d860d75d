import { describe, expect, it } from 'vitest';
import type { ChangeFinding, ChangeReply, ChangeValue } from '#schemas/explore/changed/what-changed.ts';
import { HIDDEN_VALUE } from '#schemas/explore/changed/choices.ts';
import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import { changeSentence } from './change-sentence.ts';
import { changeWords } from './use-change-words.ts';
import { useChangedTexts } from './texts/en.ts';

const M = 1_000_000;
const value = (dimension: ChangeValue['dimension'], ...names: (string | null)[]): ChangeValue => ({
  dimension,
  values: names.map((name) => name ?? '0'),
  names,
  now: 37 * M,
  before: 0,
  state: 'new',
  filter: '',
});
const host = (name: string): ChangeFinding['parts'][number] => ({
  ...value('source-address', name),
  relation: 'within',
  contribution: 12 * M,
});
const backup: ChangeFinding = {
  ...value('application', 'backup'),
  parts: [
    { ...value('site-pair', 'Lyon', 'Orléans'), relation: 'same', contribution: 37 * M },
    ...['10.2.0.1', '10.2.0.2', '10.2.0.3'].map(host),
  ],
  series: { now: [], before: [] },
};
const reply: ChangeReply = {
  period: { from: 3_600, to: 7_200 },
  baseline: [{ from: 0, to: 3_600, counts: true }],
  timeZone: 'UTC',
  context: { site: { id: 1, name: 'Orléans' }, element: null, way: 'both', filter: '' },
  measure: 'bits',
  source: 'raw',
  reason: null,
  flows: 0,
  total: { now: 98 * M, before: 20 * M },
  stepSeconds: 120,
  series: { now: [], before: [] },
  findings: [backup],
  dimensions: [],
};
const said = (of: Partial<ChangeReply>, language: 'en' | 'fr' = 'en'): string => {
  const text = useChangedTexts.in(language);
  return changeSentence({ ...reply, ...of }, { text, words: changeWords(text, language) }).replaceAll(
    /\s/g,
    ' ',
  );
};

describe('the sentence for the head of an incident', () => {
  it('says how much, against what, and which part of it is whose', () => {
    expect(said({})).toBe(
      'Orléans: +78 Mbps against the hour before, 47.4% of it application backup, from 3 hosts of Lyon to Orléans.',
    );
    expect(said({}, 'fr')).toBe(
      'Orléans : +78 Mbit/s par rapport à l’heure précédente, dont 47,4 % pour l’application backup, depuis 3 hôtes de Lyon vers Orléans.',
    );
  });

  it('says what moved more than the total, or against it, by its own figure', () => {
    expect(said({ total: { now: 40 * M, before: 20 * M } })).toBe(
      'Orléans: +20 Mbps against the hour before; application backup, from 3 hosts of Lyon to Orléans: +37 Mbps.',
    );
    expect(said({ total: { now: 10 * M, before: 20 * M } })).toMatch(/^Orléans: −10 Mbps .*: \+37 Mbps\.$/);
  });

  it.each<[string, Partial<ChangeReply>, string]>([
    [
      'nothing moved',
      { findings: [] },
      'Orléans: +78 Mbps against the hour before. No part moved more than the others.',
    ],
    [
      'no baseline',
      { baseline: [{ from: 0, to: 3_600, counts: false }], findings: [] },
      'Orléans: 98 Mbps. Nothing to compare with: no flows in the baseline.',
    ],
    [
      'no flows',
      { total: { now: 0, before: 0 }, findings: [] },
      'Orléans: no flows in this period, and none in the baseline.',
    ],
    [
      'former weeks',
      { baseline: [true, true, false, false].map((counts) => ({ from: 0, to: 1, counts })), findings: [] },
      'Orléans: +78 Mbps against the same hours of 2 former weeks. No part moved more than the others.',
    ],
  ])('with %s', (_, of, sentence) => {
    expect(said(of)).toBe(sentence);
  });

  it('names hidden sites by the value that statements give them', () => {
    expect(HIDDEN_VALUE).toBe(String(HIDDEN_SITE));
    const hidden = { ...value('site-pair', null, 'Orléans'), values: [HIDDEN_VALUE, '1'] };
    const lead = { ...hidden, parts: [], series: { now: [], before: [] } };
    expect(said({ findings: [lead] })).toContain('A site that you cannot see → Orléans');
  });
});
