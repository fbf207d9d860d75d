export const LINES = 100_000;
const PORTS = 20;
const DEVICES_OF_SITE = 4;
const SITES_OF_CUSTOMER = 25;

const HEAD = [
  'customer',
  'customerName',
  'site',
  'city',
  'country',
  'latitude',
  'longitude',
  'device',
  'address',
  'vendor',
  'model',
  'interface',
  'alias',
  'bandwidthIn',
  'bandwidthOut',
] as const;

/** 50 customers with 1,250 sites, 5,000 devices and 100,000 interfaces. */
function lineOf(at: number, alias: string): readonly string[] {
  const device = Math.floor(at / PORTS);
  const site = Math.floor(device / DEVICES_OF_SITE);
  const customer = Math.floor(site / SITES_OF_CUSTOMER);
  return [
    `bench-${String(customer)}`,
    `Customer ${String(customer)}`,
    `Site ${String(site)}`,
    'Lyon',
    'France',
    String(40 + (site % 100) / 10),
    String((site % 50) / 10),
    `router-${String(device)}`,
    `10.${String(device >> 16)}.${String((device >> 8) & 255)}.${String(device & 255)}`,
    'Cisco',
    'ISR 4331',
    `GigabitEthernet0/0/${String(at % PORTS)}`,
    `${alias} ${String(at)}`,
    '200M',
    '1G',
  ];
}

/** Heading and lines. */
export const importTable = (alias: string): readonly (readonly string[])[] => [
  HEAD,
  ...Array.from({ length: LINES }, (_, at) => lineOf(at, alias)),
];
/** The same as a file, with this text before the number of each interface. */
export const importCsv = (alias: string): Buffer =>
  Buffer.from(
    importTable(alias)
      .map((line) => line.join(';'))
      .join('\n'),
  );
