import type { Fleet, FleetDevice } from '#demo/model.ts';
import { workbookOf } from '#tests/fixtures/provisioning/workbook.ts';

/** Sites whose line in the file is in error, at its end: they are left out. */
export const LEFT_OUT = 2;
/** The site after these has no network: its device is an orphan. */
export const KNOWN_SITES = 40;

export const importedDevices = ({ devices }: Fleet): readonly FleetDevice[] => devices.slice(0, -LEFT_OUT);

/** The decimal comma of a French spreadsheet. */
const comma = (value: number): string => value.toFixed(5).replace('.', ',');
const quoted = (text: string): string => (/[\t"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Customers and their sites as a French spreadsheet saves them as “Unicode text”: UTF-16, tabs, decimal commas, headings with accents. */
export function customerFile({ customerList, devices }: Fleet) {
  const names = new Map(customerList.map(({ clientId, name }) => [clientId, name]));
  const lines = devices.map(({ customer, site, city, latitude, longitude, network, address, index }) => {
    const isRight = index < devices.length - LEFT_OUT;
    const networks = index === KNOWN_SITES ? '' : `${network}.0/24, ${address}/32`;
    return [
      customer,
      names.get(customer) ?? '',
      site,
      city.name,
      city.country,
      isRight ? comma(latitude) : 'n/a',
      comma(longitude),
      networks,
    ]
      .map(quoted)
      .join('\t');
  });
  const heading = 'Client ID\tNom du client\tNom du site\tVille\tPays\tLatitude\tLongitude\tRéseaux';
  return {
    name: 'clients-et-sites.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(['\uFEFF', [heading, ...lines].join('\r\n')].join(''), 'utf16le'),
  };
}

/** What people type. */
const spelled = [
  (vendor: string) => vendor,
  (vendor: string) => vendor.toUpperCase(),
  (vendor: string) => `${vendor.toLowerCase()} `,
];

/** Devices and their interfaces as a workbook. */
export function deviceFile(fleet: Fleet, credential: string) {
  const rows = importedDevices(fleet).flatMap(
    ({ customer, site, name, address, vendor, model, index, ports }) =>
      ports.map((port) => [
        customer,
        site,
        name,
        address,
        spelled[index % spelled.length]?.(vendor) ?? vendor,
        model,
        credential,

        port.name,
        port.alias,
        port.contractBps === undefined ? '' : `${String(port.contractBps / 1e6)} Mbit/s`,
      ]),
  );
  const heading = [
    'Client ID',
    'Nom du site',
    'Hostname',
    'Adresse IP',
    'Constructeur',
    'Modèle',
    'Identifiant SNMP',
    'ifName',
    'Description',
    'Débit entrant',
  ];
  return {
    name: 'equipements.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbookOf([heading, ...rows]),
  };
}
