import { describe, expect, it } from 'vitest';
import { parseInput } from '../problem/input-faults.ts';
import { QosClassDraft, type QosClass } from './qos-class.ts';
import {
  classFaults,
  classNameOf,
  classOf,
  policyDirectionOf,
  effectiveClasses,
  innermostKeys,
} from './rules.ts';

let made = 0;
const aClass = (name: string, part: Partial<QosClass> = {}): QosClass => {
  made += 1;
  return {
    id: made,
    name,
    description: '',
    colour: 'blue',
    share: null,
    owner: 'provider',
    dscp: [],
    classMaps: [],
    queues: [],
    ...part,
  };
};
const maps = (...names: readonly string[]) => names.map((name) => ({ vendor: '', name }));

describe('a class of service', () => {
  it('takes DSCP values as numbers and as names', () => {
    const parsed = QosClassDraft.parse({ name: 'Voice', colour: 'green', dscp: ['EF', 'af41', 24, 'CS5'] });
    expect(parsed).toMatchObject({ dscp: [46, 34, 24, 40], classMaps: [], share: null });
  });

  it('says which DSCP is none, and which share is impossible', () => {
    const parsed = parseInput(QosClassDraft, {
      name: 'Voice',
      colour: 'green',
      dscp: ['EF', 'AF99', 64],
      share: 101,
    });
    expect(parsed.ok ? [] : parsed.faults).toEqual([
      { path: 'share', code: 'TOO_LARGE', params: { max: 100 } },
      { path: 'dscp.1', code: 'QOS_DSCP_INVALID', params: { value: 'AF99' } },
      { path: 'dscp.2', code: 'QOS_DSCP_INVALID', params: { value: 64 } },
    ]);
  });

  it('has DSCP values, class maps and queues that no other class of the model has, and each once', () => {
    const voice = aClass('Voice', { dscp: [46], classMaps: maps('VOICE'), queues: ['queue0'] });
    const draft = {
      dscp: [34, 46, 34],
      queues: ['QUEUE0', 'queue1'],
      share: null,
      classMaps: [...maps('voice', 'VIDEO'), { vendor: 'Cisco', name: 'VOICE' }, ...maps('video')],
    };
    expect(classFaults(draft, [voice])).toEqual([
      { path: 'dscp.1', code: 'QOS_DSCP_TAKEN', params: { value: 'EF', class: 'Voice' } },
      { path: 'dscp.2', code: 'NOT_UNIQUE' },
      { path: 'classMaps.0.name', code: 'QOS_NAME_TAKEN', params: { value: 'voice', class: 'Voice' } },
      { path: 'classMaps.3.name', code: 'NOT_UNIQUE' },
      { path: 'queues.0', code: 'QOS_NAME_TAKEN', params: { value: 'QUEUE0', class: 'Voice' } },
    ]);
  });

  it('has a bandwidth share that adds up to at most 100 % with those of the others', () => {
    const others = [aClass('Voice', { share: 30 }), aClass('Video', { share: 50 }), aClass('Rest')];
    const empty = { dscp: [], classMaps: [], queues: [] };
    expect(classFaults({ ...empty, share: 20 }, others)).toEqual([]);
    expect(classFaults({ ...empty, share: null }, others)).toEqual([]);
    expect(classFaults({ ...empty, share: 21 }, others)).toEqual([
      { path: 'share', code: 'QOS_SHARE_EXCEEDED', params: { sum: 101 } },
    ]);
  });
});

describe('the classes of a customer', () => {
  const provided = [aClass('Voice'), aClass('Video'), aClass('Default')];
  const own = [aClass('VIDEO', { owner: 'customer' }), aClass('Machines', { owner: 'customer' })];

  it.each([
    ['provider', ['Voice', 'Video', 'Default']],
    ['extended', ['VIDEO', 'Machines', 'Voice', 'Default']],
    ['own', ['VIDEO', 'Machines']],
  ] as const)('with the basis %s are %j', (basis, names) => {
    expect(effectiveClasses(basis, own, provided).map(({ name }) => name)).toEqual(names);
  });
});

describe('the rules', () => {
  const classes = [
    aClass('Voice', { dscp: [46], classMaps: maps('VOICE*'), queues: ['queue0'] }),
    aClass('Critical', { dscp: [26], classMaps: [{ vendor: 'Cisco', name: 'BUSINESS' }] }),
    aClass('Rest', { dscp: [0], classMaps: maps('*') }),
  ];
  const named = (found: Parameters<typeof classOf>[1]) => classOf(classes, found)?.class.name;

  it('map class maps by name and vendor, the first class first', () => {
    expect(named({ kind: 'class-map', vendor: 'Cisco', name: 'VOICE-EF' })).toBe('Voice');
    expect(named({ kind: 'class-map', vendor: 'cisco', name: 'business' })).toBe('Critical');
    expect(named({ kind: 'class-map', vendor: 'Huawei', name: 'BUSINESS' })).toBe('Rest');
  });

  it('map queues and DSCP values, and nothing else to them', () => {
    expect(named({ kind: 'queue', name: 'Queue0' })).toBe('Voice');
    expect(named({ kind: 'queue', name: 'VOICE' })).toBeUndefined();
    expect(named({ kind: 'dscp', dscp: 26 })).toBe('Critical');
    expect(named({ kind: 'dscp', dscp: 10 })).toBeUndefined();
  });
});

describe('a class element', () => {
  it('is named after its innermost class, with the direction of its policy', () => {
    const key = 'Gi0/1 / in / SHAPE / class-default / WAN / VOICE';
    expect([classNameOf(key), policyDirectionOf(key)]).toEqual(['VOICE', 'in']);
    expect([classNameOf('queue0'), policyDirectionOf('queue0')]).toEqual(['queue0', 'out']);
  });

  it('that holds a policy is left out: its counters include those of the classes within', () => {
    const shaper = 'Gi0/1 / out / SHAPE / class-default';
    const inner = [`${shaper} / WAN / VOICE`, `${shaper} / WAN / class-default`];
    expect([...innermostKeys([shaper, ...inner, 'Gi0/2 / out / WAN / VOICE'])]).toEqual([
      ...inner,
      'Gi0/2 / out / WAN / VOICE',
    ]);
  });
});
