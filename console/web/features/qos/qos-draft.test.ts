import { describe, expect, it } from 'vitest';
import { classMapText, emptyQosForm, modelFaults, parsedQosForm, toQosForm, withRule } from './qos-draft.ts';

const form = {
  ...emptyQosForm,
  name: 'Voice',
  dscp: 'EF, 44',
  classMaps: 'VOICE*\nCisco: CM-VOICE\n*: odd:name\n\n',
  queues: 'queue0,voice',
};

describe('the form of a class of service', () => {
  it('reads DSCP values by name, class maps by vendor, and lists by line or comma', () => {
    expect(parsedQosForm(form)).toMatchObject({
      dscp: [46, 44],
      classMaps: [
        { vendor: '', name: 'VOICE*' },
        { vendor: 'Cisco', name: 'CM-VOICE' },
        { vendor: '', name: 'odd:name' },
      ],
      queues: ['queue0', 'voice'],
    });
  });

  it('shows what is stored so that it is read again', () => {
    const draft = parsedQosForm(form);
    expect(parsedQosForm(toQosForm(draft))).toEqual(draft);
    expect(draft.classMaps.map(classMapText)).toEqual(['VOICE*', 'Cisco: CM-VOICE', '*: odd:name']);
  });

  it('names what another class has before it is sent', () => {
    const other = { ...parsedQosForm({ ...form, name: 'Video' }), id: 1, owner: 'provider' as const };
    const faults = modelFaults({ ...form, classMaps: '', queues: '', dscp: 'AF41,46' }, [other], 'fr');
    expect(faults.map(({ path, message }) => `${path} ${message}`)).toEqual([
      'dscp.1 La classe Video a déjà le DSCP EF.',
    ]);
    expect(modelFaults({ ...form, dscp: 'EF, AF99' }, [other], 'en')).toEqual([]);
  });

  it('takes a name that maps to nothing as a rule', () => {
    const stored = { ...parsedQosForm(form), id: 1, owner: 'provider' as const };
    expect(withRule(stored, { kind: 'dscp', dscp: 8 }).dscp).toEqual([46, 44, 8]);
    expect(withRule(stored, { kind: 'queue', name: 'q7' }).queues).toEqual(['queue0', 'voice', 'q7']);
    expect(withRule(stored, { kind: 'class-map', vendor: 'Cisco', name: 'X' }).classMaps.at(-1)).toEqual({
      vendor: 'Cisco',
      name: 'X',
    });
  });
});
