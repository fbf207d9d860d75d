import { describe, expect, it } from 'vitest';
import { incidentSentence, type DescribedIncident } from './incident-sentence.ts';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const incident: DescribedIncident = {
  siteName: 'Orléans warehouse',
  start: 0,
  end: null,
  alarms: 1,
  elements: 1,
  main: { name: 'Saturation IN', elementName: 'r1 · Gi0/0/0' },
};
const shown = (change: Partial<DescribedIncident>, locale: 'en' | 'fr' = 'en') =>
  plain(incidentSentence({ ...incident, ...change }, 3_900, locale));

describe('an incident in a sentence', () => {
  it.each<[string, Partial<DescribedIncident>, string, string]>([
    [
      'of one alarm',
      {},
      'Orléans warehouse: Inbound saturation on r1 · Gi0/0/0 for 1 h 5 min',
      'Orléans warehouse : Saturation entrante sur r1 · Gi0/0/0 depuis 1 h 5 min',
    ],
    [
      'of a line, much of which is one application',
      { share: { application: 'backup', percent: 48 }, alarms: 2 },
      'Orléans warehouse: Inbound saturation on r1 · Gi0/0/0 for 1 h 5 min, 48% of it backup, and 1 more alarm',
      'Orléans warehouse : Saturation entrante sur r1 · Gi0/0/0 depuis 1 h 5 min, dont 48 % pour backup, et 1 autre alarme',
    ],
    [
      'of a line, much of which a few hosts send',
      { share: { application: 'backup', percent: 48, hosts: 3 } },
      'Orléans warehouse: Inbound saturation on r1 · Gi0/0/0 for 1 h 5 min, 48% of it backup from 3 hosts',
      'Orléans warehouse : Saturation entrante sur r1 · Gi0/0/0 depuis 1 h 5 min, dont 48 % pour backup depuis 3 hôtes',
    ],
    [
      'of a line, much of which one host sends',
      { share: { application: 'backup', percent: 48, hosts: 1 } },
      'Orléans warehouse: Inbound saturation on r1 · Gi0/0/0 for 1 h 5 min, 48% of it backup from 1 host',
      'Orléans warehouse : Saturation entrante sur r1 · Gi0/0/0 depuis 1 h 5 min, dont 48 % pour backup depuis 1 hôte',
    ],
    [
      'of two alarms on one element',
      { alarms: 2 },
      'Orléans warehouse: Inbound saturation on r1 · Gi0/0/0 for 1 h 5 min, and 1 more alarm',
      'Orléans warehouse : Saturation entrante sur r1 · Gi0/0/0 depuis 1 h 5 min, et 1 autre alarme',
    ],
    [
      'of many alarms that is over',
      { alarms: 10_000, elements: 2_000, end: 600 },
      'Orléans warehouse: Inbound saturation on r1 · Gi0/0/0, over after 10 min, and 9,999 more alarms on 2,000 elements',
      'Orléans warehouse : Saturation entrante sur r1 · Gi0/0/0, terminé après 10 min, et 9 999 autres alarmes sur 2 000 éléments',
    ],
    [
      'of a port, whose type is abbreviated as engineers do',
      { main: { name: 'Saturation IN', elementName: 'r1 · TenGigabitEthernet0/0/4' } },
      'Orléans warehouse: Inbound saturation on r1 · Te0/0/4 for 1 h 5 min',
      'Orléans warehouse : Saturation entrante sur r1 · Te0/0/4 depuis 1 h 5 min',
    ],
    [
      'of a cluster, which has no site',
      { siteName: '' },
      'Inbound saturation on r1 · Gi0/0/0 for 1 h 5 min',
      'Saturation entrante sur r1 · Gi0/0/0 depuis 1 h 5 min',
    ],
    [
      'of names that are written from right to left: they do not order the words around them',
      { siteName: 'מחסן', main: { name: 'Saturation IN 🔥', elementName: 'r1' } },
      '\u2068מחסן\u2069: Saturation IN 🔥 on r1 for 1 h 5 min',
      '\u2068מחסן\u2069 : Saturation IN 🔥 sur r1 depuis 1 h 5 min',
    ],
    [
      'of an element whose name is not known any more',
      { main: { name: 'Saturation IN', elementName: '' } },
      'Orléans warehouse: Inbound saturation for 1 h 5 min',
      'Orléans warehouse : Saturation entrante depuis 1 h 5 min',
    ],
  ])('%s', (_, change, en, fr) => {
    expect(shown(change)).toBe(en);
    expect(shown(change, 'fr').replaceAll('\u202F', ' ')).toBe(fr);
  });
});
