import type { MapSite } from '#schemas/alerting/routes.ts';
import type { SitePoint } from '#web/ui/site-map/site-point.ts';

/** Sites as points of the map; `note` formats the number of alarms. */
export const sitePoints = (
  sites: readonly MapSite[],
  note: (alarms: number) => string,
): readonly SitePoint[] =>
  sites.map((site) => ({
    id: site.site,
    name: site.name,
    city: site.city,
    longitude: site.longitude,
    latitude: site.latitude,
    status: site.severity ?? 'ok',
    note: `${site.city} · ${note(site.alarms)}`,
  }));
