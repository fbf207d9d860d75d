/** How a vendor's devices report model and software. */
interface VendorRule {
  readonly vendor: string;
  /** By the sysObjectID after the enterprise number. */
  readonly products?: Readonly<Record<string, string>>;
  /** The first group matches the model in sysDescr. */
  readonly model?: RegExp;
  /** The first group matches the software in sysDescr, and in the vendor's own object. */
  readonly software?: RegExp;
  /** Objects of devices without ENTITY-MIB. */
  readonly objects?: Partial<Record<'model' | 'serial' | 'software', string>>;
  /** Enterprise number of a vendor who builds on the agent of another, by its pattern in sysDescr. */
  readonly brands?: Readonly<Record<number, RegExp>>;
}

const version = /\bVersion ([\w.()-]+)/;

/** Private enterprise numbers (IANA) of network vendors. */
const vendors: Readonly<Record<number, VendorRule>> = {
  2: { vendor: 'IBM' },
  9: {
    vendor: 'Cisco',
    products: {
      '1.1639': 'ASR 1001',
      '1.1208': 'Catalyst 29xx Stack',
      '1.1745': 'Catalyst 38xx Stack',
      '1.1041': '3945',
      '1.1045': '2911',
      '1.1858': 'ISR 4451-X',
      '1.2068': 'ISR 4331',
      '1.2066': 'ISR 4351',
      '1.2884': 'C8300-1N1S-4T2X',
    },
    software: version,
  },
  11: { vendor: 'HP', model: /\b(J\d{4}[A-Z])\b/, software: /revision ([\w.]+)/ },
  42: { vendor: 'Sun' },
  43: { vendor: '3Com' },
  89: { vendor: 'Radware' },
  171: { vendor: 'D-Link' },
  193: { vendor: 'Ericsson' },
  207: { vendor: 'Allied Telesis' },
  311: { vendor: 'Microsoft', software: version },
  318: { vendor: 'APC' },
  637: { vendor: 'Alcatel-Lucent' },
  674: { vendor: 'Dell' },
  789: { vendor: 'NetApp' },
  890: { vendor: 'Zyxel' },
  1588: { vendor: 'Brocade' },
  1916: { vendor: 'Extreme Networks', model: /\(([\w-]+)\)/, software: /version ([\w.]+)/i },
  1991: { vendor: 'Ruckus', software: /Version ([\w.]+)/ },
  2011: {
    vendor: 'Huawei',
    model: /\b((?:AR|NE|S|CE)\d{3,5}[\w-]*)/,
    software: /Version [\w.]+ \(([^)]+)\)/,
  },
  2021: { vendor: 'Net-SNMP' },
  2620: {
    vendor: 'Check Point',
    // svnVersion, svnApplianceSerialNumber, svnApplianceProductName (CHECKPOINT-MIB).
    objects: {
      model: '1.3.6.1.4.1.2620.1.6.16.7.0',
      serial: '1.3.6.1.4.1.2620.1.6.16.3.0',
      software: '1.3.6.1.4.1.2620.1.6.4.1.0',
    },
  },
  2636: {
    vendor: 'Juniper',
    model: /Juniper Networks, Inc\. ([\w-]+)/i,
    software: /JUNOS ([\w.-]+)/,
    // jnxBoxSerialNo (JUNIPER-MIB): Junos before 20.1 has no ENTITY-MIB.
    objects: { serial: '1.3.6.1.4.1.2636.3.1.3.0' },
  },
  3097: { vendor: 'WatchGuard' },
  3375: { vendor: 'F5' },
  3902: { vendor: 'ZTE' },
  4526: { vendor: 'Netgear' },
  5951: { vendor: 'Citrix' },
  6141: { vendor: 'Ciena' },
  6486: { vendor: 'Alcatel-Lucent Enterprise' },
  6527: {
    vendor: 'Nokia',
    model: /(?:Nokia|ALCATEL) ([\w ./-]*?[\w-]+)(?: Copyright|$)/,
    software: /TiMOS-\w-([\w.]+)/,
    // tmnxHwSerialNumber (TIMETRA-CHASSIS-MIB) of the chassis.
    objects: { serial: '1.3.6.1.4.1.6527.3.1.2.2.1.8.1.5.1.50331649' },
  },
  6574: { vendor: 'Synology' },
  6876: { vendor: 'VMware' },
  7779: { vendor: 'Infoblox' },
  8072: {
    vendor: 'Net-SNMP',
    model: /^(\w+) /,
    software: /^\w+ \S+ (\S+)/,
    brands: { 45346: /^VeloCloud / },
  },
  8741: {
    vendor: 'SonicWall',
    // snwlSysModel, snwlSysSerialNumber, snwlSysFirmwareVersion (SNWL-COMMON-MIB).
    objects: {
      model: '1.3.6.1.4.1.8741.2.1.1.1.0',
      serial: '1.3.6.1.4.1.8741.2.1.1.2.0',
      software: '1.3.6.1.4.1.8741.2.1.1.3.0',
    },
    software: /([\d.]+[\w.-]*)\s*$/,
  },
  10002: { vendor: 'Ubiquiti' },
  11863: { vendor: 'TP-Link' },
  12356: {
    vendor: 'Fortinet',
    products: { '101.1.1041': 'FortiGate 100F' },
    model: /^(Forti\w+-[\w-]+)/,
    software: /\bv([\d.]+)/,
    // fnSysSerial (FORTINET-CORE-MIB), fgSysVersion (FORTINET-FORTIGATE-MIB).
    objects: { serial: '1.3.6.1.4.1.12356.100.1.1.1.0', software: '1.3.6.1.4.1.12356.101.4.1.1.0' },
  },
  13191: { vendor: 'OneAccess' },
  14179: { vendor: 'Cisco' },
  14823: { vendor: 'Aruba', model: /MODEL: ([^)]+)\)/, software: version },
  14988: {
    vendor: 'MikroTik',
    model: /^RouterOS (\S+)/,
    // mtxrSerialNumber, mtxrLicVersion (MIKROTIK-MIB).
    objects: { serial: '1.3.6.1.4.1.14988.1.1.7.3.0', software: '1.3.6.1.4.1.14988.1.1.4.4.0' },
  },
  17163: { vendor: 'Riverbed' },
  22610: { vendor: 'A10 Networks' },
  23867: { vendor: 'Silver Peak' },
  25053: { vendor: 'Ruckus' },
  25461: { vendor: 'Palo Alto Networks', model: /(PA-[\w-]+) series/ },
  25506: {
    vendor: 'H3C',
    // The second line of sysDescr.
    model: /^(?:HPE?|H3C|3Com) ((?!Comware)\S.*?)\s*$/m,
    software: version,
  },
  29671: { vendor: 'Meraki', model: /^Meraki (\S+)/ },
  30065: { vendor: 'Arista', model: /running on an Arista Networks (\S+)/, software: /EOS version (\S+)/ },
  33049: { vendor: 'Mellanox' },
  41112: { vendor: 'Ubiquiti' },
  41916: {
    vendor: 'Viptela',
    products: {
      '3.2.1': 'vSmart',
      '3.2.2': 'vManage',
      '3.2.3': 'vBond',
      '3.2.4': 'vEdge-1000',
      '3.2.5': 'vEdge-2000',
      '3.2.6': 'vEdge-100',
      '3.2.7': 'vEdge-100-W2',
      '3.2.8': 'vEdge-100-WM',
      '3.2.9': 'vEdge-100-M2',
      '3.2.10': 'vEdge-100-M',
      '3.2.11': 'vEdge-100-B',
      '3.2.12': 'vEdge Cloud',
      '3.2.14': 'vEdge-5000',
    },
    // Serial number of the chassis (VIPTELA-HARDWARE), systemStatusVersion (VIPTELA-OPER-SYSTEM).
    objects: { serial: '1.3.6.1.4.1.41916.3.1.1.1.5.1.0', software: '1.3.6.1.4.1.41916.11.1.2.0' },
  },
  42359: { vendor: 'Versa Networks' },
  45346: { vendor: 'VeloCloud', model: /^VeloCloud (\S+)/ },
  47196: { vendor: 'Aruba' },
};

const ENTERPRISE = /^1\.3\.6\.1\.4\.1\.(\d+)\.?(.*)$/;

/** Rule of the vendor in a sysObjectID, or of a brand in sysDescr, and the product after the enterprise number. */
export function vendorOf(
  objectId: string,
  description = '',
): { readonly rule: VendorRule; readonly product: string } {
  const [, enterprise, product = ''] = ENTERPRISE.exec(objectId) ?? [];
  const rule: VendorRule = vendors[Number(enterprise)] ?? { vendor: '' };
  const [brand] = Object.entries(rule.brands ?? {}).find(([, pattern]) => pattern.test(description)) ?? [];
  return { rule: vendors[Number(brand)] ?? rule, product };
}
