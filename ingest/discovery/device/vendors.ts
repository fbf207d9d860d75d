/** How a vendor's devices report model and software. */
export interface VendorRule {
  readonly vendor: string;
  /** By the sysObjectID after the enterprise number. */
  readonly products?: Readonly<Record<string, string>>;
  /** The first group matches the model in sysDescr. */
  readonly model?: RegExp;
  /** The first group matches the software in sysDescr. */
  readonly software?: RegExp;
}

const version = /\bVersion ([\w.()-]+)/;

/** Private enterprise numbers (IANA) of network vendors. */
export const vendors: Readonly<Record<number, VendorRule>> = {
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
  1916: { vendor: 'Extreme Networks', software: /version ([\w.]+)/i },
  1991: { vendor: 'Ruckus', software: /Version ([\w.]+)/ },
  2011: {
    vendor: 'Huawei',
    model: /\b((?:AR|NE|S|CE)\d{3,5}[\w-]*)/,
    software: /Version [\w.]+ \(([^)]+)\)/,
  },
  2021: { vendor: 'Net-SNMP' },
  2620: { vendor: 'Check Point' },
  2636: {
    vendor: 'Juniper',
    model: /Juniper Networks, Inc\. ([\w-]+)/i,
    software: /JUNOS ([\w.-]+)/,
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
  },
  6574: { vendor: 'Synology' },
  6876: { vendor: 'VMware' },
  7779: { vendor: 'Infoblox' },
  8072: { vendor: 'Net-SNMP', model: /^(\w+) /, software: /^\w+ \S+ (\S+)/ },
  8741: { vendor: 'SonicWall' },
  10002: { vendor: 'Ubiquiti' },
  11863: { vendor: 'TP-Link' },
  12356: {
    vendor: 'Fortinet',
    products: { '101.1.1041': 'FortiGate 100F' },
    model: /^(Forti\w+-[\w-]+)/,
    software: /\bv([\d.]+)/,
  },
  14179: { vendor: 'Cisco' },
  14823: { vendor: 'Aruba', model: /MODEL: ([^)]+)\)/, software: version },
  14988: { vendor: 'MikroTik', model: /^RouterOS (\S+)/ },
  17163: { vendor: 'Riverbed' },
  22610: { vendor: 'A10 Networks' },
  23867: { vendor: 'Silver Peak' },
  25053: { vendor: 'Ruckus' },
  25461: { vendor: 'Palo Alto Networks', model: /(PA-[\w-]+) series/ },
  25506: { vendor: 'H3C', software: version },
  29671: { vendor: 'Meraki', model: /^Meraki (\S+)/ },
  30065: { vendor: 'Arista', model: /running on an Arista Networks (\S+)/, software: /EOS version (\S+)/ },
  33049: { vendor: 'Mellanox' },
  41112: { vendor: 'Ubiquiti' },
  41916: { vendor: 'Viptela' },
  42359: { vendor: 'Versa Networks' },
  45346: { vendor: 'VeloCloud' },
  47196: { vendor: 'Aruba' },
};
