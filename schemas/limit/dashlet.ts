/** Maximum sites of a top breakdown. */
export const TOP_BREAKDOWN_MAX_SITES = 30;

export const tableDashlet = { maxColumns: 30, defaultLines: 100, maxLines: 10_000 } as const;

/** Lines of a dashlet with running alarms. */
export const alarmDashlet = { defaultLines: 50, maxLines: 500 } as const;

/** Lines of a dashlet with the incidents of its period, and minutes within which service is to be restored: four hours, a year. */
export const incidentDashlet = {
  defaultLines: 50,
  maxLines: 200,
  restoreMinutes: 240,
  maxRestoreMinutes: 525_600,
} as const;
/** Sites whose state a dashlet reads, and cells that it shows of them, the worst first. */
export const siteDashlet = { maxSites: 5_000, maxCells: 1_000 } as const;

/** Characters of the Markdown of a text. */
export const textDashlet = { maxLength: 20_000 } as const;

export const flowMapLimits = { maxSites: 50, maxKpis: 5 } as const;
/** Rows of a response, the heaviest first: arcs, and the applications and conversations of an arc. */
export const flowMapRows = { arcs: 1_000, parts: 20 } as const;

/** Initial view of maps: longitude, latitude (GeoJSON order) and zoom. */
export const mapDefault = { center: [2.35, 46.6], zoom: 4.5 } as const;

/** Both are defaults of the configuration. */
export const applicationDefaults = { maxPerCustomer: 500, slownessMarkerMs: 3_000 } as const;

/** Upper bound of the configuration: collectors match flows against every application. */
export const MAX_CUSTOM_APPLICATIONS = 5_000;
