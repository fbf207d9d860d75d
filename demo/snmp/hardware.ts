/** Routers as providers put them at customers' sites, with the port names their software gives. */
export interface Hardware {
  readonly vendor: string;
  readonly model: string;
  readonly description: string;
  /** sysObjectID below 1.3.6.1.4.1: the vendor's enterprise number and a product. */
  readonly objectId: readonly number[];
  readonly ports: readonly [access: string, lan: string, backup: string, secondLan: string];
  readonly flows: 'netflow-v9' | 'ipfix';
}

export const hardware: readonly [Hardware, ...Hardware[]] = [
  {
    vendor: 'Cisco',
    model: 'ISR 4331',
    description: 'Cisco IOS Software, ISR Software (X86_64_LINUX_IOSD-UNIVERSALK9-M), Version 17.9.4',
    objectId: [9, 1, 2068],
    ports: ['GigabitEthernet0/0/0', 'GigabitEthernet0/0/1', 'Cellular0/2/0', 'GigabitEthernet0/0/2'],
    flows: 'netflow-v9',
  },
  {
    vendor: 'Cisco',
    model: 'C8300-1N1S-4T2X',
    description: 'Cisco IOS Software, c8000be Software, Version 17.12.3',
    objectId: [9, 1, 2884],
    ports: [
      'TenGigabitEthernet0/0/4',
      'GigabitEthernet0/0/0',
      'GigabitEthernet0/0/1',
      'GigabitEthernet0/0/2',
    ],
    flows: 'ipfix',
  },
  {
    vendor: 'Juniper',
    model: 'SRX345',
    description: 'Juniper Networks, Inc. srx345 internet router, kernel JUNOS 22.4R3',
    objectId: [2636, 1, 1, 1, 2, 131],
    ports: ['ge-0/0/0', 'ge-0/0/1', 'ge-0/0/2', 'ge-0/0/3'],
    flows: 'ipfix',
  },
  {
    vendor: 'Fortinet',
    model: 'FortiGate 100F',
    description: 'FortiGate-100F v7.4.4',
    objectId: [12356, 101, 1, 1041],
    ports: ['wan1', 'port1', 'wan2', 'port2'],
    flows: 'netflow-v9',
  },
  {
    vendor: 'Nokia',
    model: '7250 IXR-e',
    description: 'TiMOS-B-23.10.R3 both/x86_64 Nokia 7250 IXR-e',
    objectId: [6527, 1, 23, 3],
    ports: ['1/1/1', '1/1/2', '1/1/3', '1/1/4'],
    flows: 'ipfix',
  },
];
