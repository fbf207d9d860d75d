import type { InventoryProperty } from './inventory-kind.ts';

type Names = Readonly<Record<'en' | 'fr', string>>;

/** `responder`: what responds to a probe, which filters and lists of documents know. */
const names: Readonly<Record<InventoryProperty | 'responder', Names>> = {
  name: { en: 'Name', fr: 'Nom' },
  site: { en: 'Site', fr: 'Site' },
  device: { en: 'Device', fr: 'Équipement' },
  city: { en: 'City', fr: 'Ville' },
  country: { en: 'Country', fr: 'Pays' },
  networks: { en: 'Networks', fr: 'Réseaux' },
  latitude: { en: 'Latitude', fr: 'Latitude' },
  longitude: { en: 'Longitude', fr: 'Longitude' },
  address: { en: 'Address', fr: 'Adresse' },
  labelIp: { en: 'Label IP', fr: 'Libellé IP' },
  systemName: { en: 'System name', fr: 'Nom système' },
  vendor: { en: 'Vendor', fr: 'Constructeur' },
  model: { en: 'Model', fr: 'Modèle' },
  snmp: { en: 'SNMP', fr: 'SNMP' },
  snmpPort: { en: 'SNMP port', fr: 'Port SNMP' },
  exporters: { en: 'Exporters', fr: 'Exporteurs' },
  alias: { en: 'Description', fr: 'Description' },
  index: { en: 'ifIndex', fr: 'ifIndex' },
  bandwidthIn: { en: 'Bandwidth in', fr: 'Débit entrant' },
  bandwidthOut: { en: 'Bandwidth out', fr: 'Débit sortant' },
  source: { en: 'Source', fr: 'Source' },
  key: { en: 'Key at the source', fr: 'Clé à la source' },
  region: { en: 'Region', fr: 'Région' },
  infrastructure: { en: 'Infrastructure type', fr: 'Type d’infrastructure' },
  owner: { en: 'Owner', fr: 'Responsable' },
  tags: { en: 'Tags', fr: 'Étiquettes' },
  classOfService: { en: 'Class of service', fr: 'Classe de service' },
  responder: { en: 'Responder', fr: 'Répondeur' },
};

/** The name of a property; one that the source describes has its own. */
export const propertyName = (property: string, language: keyof Names): string =>
  (Object.hasOwn(names, property) ? names[property as keyof typeof names] : undefined)?.[language] ??
  property;
