import { describe, expect, it } from 'vitest';
import type { ListedPoller } from '#schemas/polling/routes.ts';
import {
  copyOfPoller,
  matchesPoller,
  PollerFormContract,
  toPollerDraft,
  toPollerForm,
  toReading,
} from './poller-draft.ts';

const poller: ListedPoller = {
  id: '3',
  builtIn: false,
  name: 'Température maximale',
  active: false,
  level: 'device',
  oid: '1.3.6.1.4.1.9.9.13.1.3.1.3',
  script: 'procedure(maximum)',
  valueType: 'gauge',
  defaultValue: 0,
  incremental: false,
  counters: [{ key: 'hottest', id: 10_000 }],
  updatedAt: null,
  updatedBy: null,
  version: null,
};

describe('the form of a poller', () => {
  it('stores what it was given', () => {
    const {
      id: _,
      builtIn: _1,
      updatedAt: _2,
      updatedBy: _3,
      version: _5,
      counters: _4,
      ...remaining
    } = poller;
    const stored = { ...remaining, counters: ['hottest'] };
    expect(toPollerDraft(toPollerForm(poller))).toEqual(stored);
    expect(PollerFormContract.safeParse(toPollerForm(poller)).data).toEqual(stored);
  });

  it('of a copy has no name, is active, and keeps a script that is offered only', () => {
    expect(copyOfPoller(poller, ['maximum'])).toEqual({ ...toPollerForm(poller), name: '', active: true });
    expect(copyOfPoller({ ...poller, script: 'procedure(ipSla)' }, ['maximum']).script).toBe('');
  });

  it('names the faults of an empty counter and of a script at their inputs', () => {
    const form = { ...toPollerForm(poller), counters: ' ', script: 'maximum' };
    const { error } = PollerFormContract.safeParse(form);
    expect(error?.issues.map(({ path }) => path.join('.')).toSorted()).toEqual(['counters', 'script']);
  });

  it('can be tested before it has a name and a counter, with a valid OID only', () => {
    const form = { ...toPollerForm(poller), name: '', counters: '' };
    expect(toReading(form)).toMatchObject({ oid: poller.oid, script: poller.script, defaultValue: 0 });
    expect(toReading({ ...form, oid: '1.3.x' })).toBeUndefined();
  });
});

it.each([
  ['temperature MAX', true],
  ['13.1.3', true],
  ['hottest', true],
  ['procedure(max', true],
  ['hottest cisco', false],
])('“%s” is searched in name, OID, script and counter', (text, isFound) => {
  expect(matchesPoller(poller, text)).toBe(isFound);
});
