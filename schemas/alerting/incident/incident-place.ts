import type { IncidentPart } from './group-incidents.ts';

/** The site, or the cluster, of an alarm: the start of the ids of its incidents. */
export const placeOfIncident = ({ site, element }: Pick<IncidentPart, 'site' | 'element'>): string =>
  site === 0 ? `0:${String(element)}` : `${String(site)}:0`;
