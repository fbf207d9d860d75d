import type { KeyAttribute } from '#schemas/data/key-attribute.ts';

/** What rows and filters are about, in words. */
export const elementKindNames: Readonly<Record<KeyAttribute, { readonly en: string; readonly fr: string }>> =
  {
    date: { en: 'Time', fr: 'Heure' },
    site: { en: 'Site', fr: 'Site' },
    device: { en: 'Device', fr: 'Équipement' },
    interface: { en: 'Interface', fr: 'Interface' },
    class: { en: 'Class of service', fr: 'Classe de service' },
    probe: { en: 'Probe', fr: 'Sonde' },
    tunnel: { en: 'Tunnel', fr: 'Tunnel' },
    sensor: { en: 'Sensor', fr: 'Capteur' },
    peer: { en: 'BGP peer', fr: 'Voisin BGP' },
    collector: { en: 'Flow exporter', fr: 'Exporteur de flux' },
    application: { en: 'Application', fr: 'Application' },
    conversation: { en: 'Other end', fr: 'Autre extrémité' },
    area: { en: 'Area', fr: 'Zone' },
    cluster: { en: 'Cluster', fr: 'Groupe' },
  };
