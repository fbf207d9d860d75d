import type { KeyAttribute } from '#schemas/data/key-attribute.ts';
import type { Language } from '#schemas/time/locale.ts';

/** Words of the files of reports that no document has. */
export interface FileWords {
  readonly attributes: Readonly<Record<KeyAttribute, string>>;
  readonly time: string;
  readonly page: string;
  readonly dashlet: string;
  readonly element: string;
  readonly series: string;
  readonly aggregation: string;
  readonly unit: string;
  readonly value: string;
  readonly hidden: string;
  readonly deleted: string;
  readonly deletedElements: string;
  readonly outside: string;
  readonly unknown: string;
  readonly others: string;
  readonly about: string;
  readonly report: string;
  readonly from: string;
  readonly until: string;
  readonly zone: string;
  readonly percent: string;
  /** Of a report with more pages than a file may have. */
  readonly cutPages: (pages: string) => string;
  /** Of a dashlet that shows the first of its rows. */
  readonly cutRows: (shown: string, all: string) => string;
}

export const tableWords: Readonly<Record<Language, FileWords>> = {
  en: {
    attributes: {
      date: 'Time',
      site: 'Site',
      device: 'Device',
      interface: 'Interface',
      class: 'Class of service',
      probe: 'Probe',
      tunnel: 'Tunnel',
      sensor: 'Sensor',
      peer: 'BGP peer',
      collector: 'Flow exporter',
      application: 'Application',
      conversation: 'Other end',
      area: 'Area',
      cluster: 'Cluster',
    },
    time: 'Time',
    page: 'Page',
    dashlet: 'Dashlet',
    element: 'Element',
    series: 'Series',
    aggregation: 'Aggregation',
    unit: 'Unit',
    value: 'Value',
    hidden: 'Other sites',
    deleted: 'deleted',
    deletedElements: 'Deleted elements',
    outside: 'Outside',
    unknown: 'Unknown',
    others: 'Others',
    about: 'About',
    report: 'Report',
    from: 'From',
    until: 'Until',
    zone: 'Time zone',
    percent: 'Percentages are numbers from 0 to 100.',
    cutPages: (pages) => `The report has more pages: these are the first ${pages}.`,
    cutRows: (shown, all) => `The first ${shown} of ${all} rows`,
  },
  fr: {
    attributes: {
      date: 'Heure',
      site: 'Site',
      device: 'Équipement',
      interface: 'Interface',
      class: 'Classe de service',
      probe: 'Sonde',
      tunnel: 'Tunnel',
      sensor: 'Capteur',
      peer: 'Voisin BGP',
      collector: 'Exporteur de flux',
      application: 'Application',
      conversation: 'Autre extrémité',
      area: 'Zone',
      cluster: 'Groupe',
    },
    time: 'Heure',
    page: 'Page',
    dashlet: 'Dashlet',
    element: 'Élément',
    series: 'Série',
    aggregation: 'Agrégation',
    unit: 'Unité',
    value: 'Valeur',
    hidden: 'Autres sites',
    deleted: 'supprimé',
    deletedElements: 'Éléments supprimés',
    outside: 'Extérieur',
    unknown: 'Inconnu',
    others: 'Autres',
    about: 'À propos',
    report: 'Rapport',
    from: 'Du',
    until: 'Au',
    zone: 'Fuseau horaire',
    percent: 'Les pourcentages sont des nombres de 0 à 100.',
    cutPages: (pages) => `Le rapport a plus de pages\u00A0: voici les ${pages} premières.`,
    cutRows: (shown, all) => `Les ${shown} premières lignes sur ${all}`,
  },
};
