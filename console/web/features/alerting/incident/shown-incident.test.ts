import { expect, it } from 'vitest';
import { shownIncident } from './shown-incident.ts';

it('an incident names the alarm as the list of its reader does', () => {
  const main = { name: 'Inbound saturation', elementName: 'r1' };
  const incident = { siteName: 'Orléans', start: 0, end: null, alarms: 1, elements: 1, main };
  expect(shownIncident(incident, 3_600, 'fr')).toMatch(/^Orléans\s: Saturation entrante sur r1 depuis/);
  expect(shownIncident(incident, 3_600, 'en')).toMatch(/^Orléans: Inbound saturation on r1 for/);
});
