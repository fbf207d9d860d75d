import { languageOf, type Locale } from '../time/locale.ts';

interface ComponentName {
  readonly en: string;
  readonly fr: string;
}

/** Names of components with a text; streams have the names of NATS. */
const names = {
  'processes.collector': { en: 'Flow collector', fr: 'Collecteur de flux' },
  'processes.poller': { en: 'Poller', fr: 'Interrogateur' },
  'processes.discovery': { en: 'Discovery', fr: 'Découverte' },
  'processes.sdwan': { en: 'SD-WAN connector', fr: 'Connecteur SD-WAN' },
  'processes.writer': { en: 'Writer', fr: 'Écriture' },
  'processes.engine': { en: 'Engine', fr: 'Moteur' },
  'processes.notification': { en: 'Notification', fr: 'Notification' },
  'processes.server': { en: 'Server', fr: 'Serveur' },
  'processes.jobs': { en: 'Report rendering', fr: 'Mise en forme des rapports' },
  'path.storing-flows': { en: 'Flows received and stored', fr: 'Flux reçus et enregistrés' },
  'path.storing-samples': { en: 'Samples received and stored', fr: 'Mesures reçues et enregistrées' },
  'path.windows-samples': { en: 'Windows of samples', fr: 'Fenêtres de mesures' },
  'path.windows-flows': { en: 'Windows of flows', fr: 'Fenêtres de flux' },
  'stores.clickhouse': { en: 'ClickHouse', fr: 'ClickHouse' },
  'stores.postgres': { en: 'PostgreSQL', fr: 'PostgreSQL' },
  'stores.nats': { en: 'NATS', fr: 'NATS' },
  'stores.disk': { en: 'Disk of the stores', fr: 'Disque des bases' },
  'collection.polling': { en: 'Polled devices', fr: 'Équipements interrogés' },
  'collection.flows': { en: 'Flow reception', fr: 'Réception des flux' },
  'collection.managers': { en: 'SD-WAN managers', fr: 'Gestionnaires SD-WAN' },
  'delivery.mail': { en: 'E-mail', fr: 'E-mail' },
  'delivery.webhook': { en: 'Webhooks', fr: 'Webhooks' },
  'delivery.trap': { en: 'SNMP traps', fr: 'Traps SNMP' },
  'upkeep.license': { en: 'License', fr: 'Licence' },
  'upkeep.certificates': { en: 'Certificates', fr: 'Certificats' },
  'upkeep.backup': { en: 'Backup', fr: 'Sauvegarde' },
  'upkeep.address-files': { en: 'Files of AS names and countries', fr: 'Fichiers des noms d’AS et des pays' },
  'upkeep.clock': { en: 'Clocks', fr: 'Horloges' },
} as const satisfies Readonly<Record<string, ComponentName>>;

/** Ids of the components that have a name in each language. */
export const namedComponents = Object.keys(names);

const isNamed = (id: string): id is keyof typeof names => Object.hasOwn(names, id);

/** The name of a component from its id; a process of several has its instance behind it. */
export function componentName(id: string, locale: Locale): string {
  const [kind = '', ...instance] = id.split(' ');
  if (!isNamed(kind)) return id.slice(id.indexOf('.') + 1);
  return [names[kind][languageOf(locale)], ...instance].join(' ');
}
