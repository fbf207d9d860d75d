import type { MapSite } from '#schemas/alerting/routes.ts';
import type { SitePoint } from '#web/ui/site-map/site-point.ts';

interface SiteNotes {
  /** Formats the number of alarms. */
  readonly note: (alarms: number) => string;
  readonly silenced: ReadonlySet<number>;
  readonly silencedNote: string;
  /** Why sites are not monitored, by id. */
  readonly unmonitored: ReadonlyMap<number, string>;
}

/** Sites as points of the map. */
export const sitePoints = (
  sites: readonly MapSite[],
  { note, silenced, silencedNote, unmonitored }: SiteNotes,
): readonly SitePoint[] =>
  sites.map((site) => ({
    id: site.site,
    name: site.name,
    city: site.city,
    longitude: site.longitude,
    latitude: site.latitude,
    status: site.severity ?? (unmonitored.has(site.site) ? 'unknown' : 'ok'),
    silenced: silenced.has(site.site),
    note: [
      site.city,
      unmonitored.get(site.site) ?? '',
      site.alarms === 0 && unmonitored.has(site.site) ? '' : note(site.alarms),
      silenced.has(site.site) ? silencedNote : '',
    ]
      .filter((part) => part !== '')
      .join(' · '),
  }));
