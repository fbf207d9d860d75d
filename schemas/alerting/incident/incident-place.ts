/** The part of an alarm that its place follows from. */
interface PlacedAlarm {
  /** 0 for a cluster, which has no site. */
  readonly site: number;
  readonly element: number;
}

/** The site, or the cluster, of an alarm: the start of the ids of its incidents. */
export const placeOfIncident = ({ site, element }: PlacedAlarm): string =>
  site === 0 ? `0:${String(element)}` : `${String(site)}:0`;
