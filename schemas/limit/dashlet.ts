/** A top breakdown shows at most this many sites. */
export const TOP_BREAKDOWN_MAX_SITES = 30;

export const tableDashlet = { maxColumns: 30, defaultLines: 100, maxLines: 10_000 } as const;

export const flowMapLimits = { maxSites: 50, maxKpis: 5 } as const;

/** Start of every map: longitude, latitude (GeoJSON order) and zoom. */
export const mapDefault = { center: [2.35, 46.6], zoom: 4.5 } as const;

/** Both are defaults of the configuration. */
export const applicationDefaults = { maxPerCustomer: 500, slownessMarkerMs: 3_000 } as const;

/** The configuration allows no more: collectors compare flows with every one of them. */
export const MAX_CUSTOM_APPLICATIONS = 5_000;
