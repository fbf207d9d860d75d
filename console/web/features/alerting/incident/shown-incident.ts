import { incidentSentence, type DescribedIncident } from '#schemas/alerting/incident/incident-sentence.ts';
import { shownBuiltIn } from '#schemas/name/built-in-name.ts';
import type { Language } from '#web/lib/text.ts';

/** The sentence of an incident with the name of its alarm in the language of the reader. */
export function shownIncident(incident: DescribedIncident, now: number, language: Language): string {
  const { main } = incident;
  const name = shownBuiltIn('alarm', main.name, language);
  return incidentSentence({ ...incident, main: { ...main, name } }, now, language);
}
