import { z } from 'zod';
import { Operator } from '../alerting/alert.ts';
import { Severity } from '../alerting/severity.ts';
import { clientIdPattern } from '../customer/customer.ts';
import { clearingFields } from '../cockpit/clearing.ts';
import { levelsRejection, SeverityLevels } from '../cockpit/level/severity-levels.ts';
import { cockpitLimits } from '../cockpit/cockpit.ts';
import { Runbook, runbookRejection } from '../cockpit/runbook.ts';
import { kpis, type KpiKey } from '../kpi/library.ts';
import { TimeZone } from '../time/time-zone.ts';
import { Bandwidth } from './bandwidth.ts';
import { NetworkComponent } from './component.ts';
import { whenValid } from '../problem/when-valid.ts';
import { Address, Prefix } from '../address/address.ts';
import { SnmpSettings } from './snmp-access.ts';
import { inReadingOrder, Line } from '../text/line.ts';

const MAX_NAME = 200;
/** As users write it, here or on the page. */
const GivenName = Line.min(1).max(MAX_NAME);
/** As devices write it. */
const Name = z.string().overwrite(inReadingOrder).trim().min(1).max(MAX_NAME);

const NetworkInterface = z.strictObject({
  /** ifName of the agent, identifies the port. */
  name: Name,
  alias: z.string().max(200).default(''),
  /** Contracted bandwidth; default: the interface speed. */
  bandwidthInBps: Bandwidth.optional(),
  bandwidthOutBps: Bandwidth.optional(),
});

/** Exactly one of these. */
const attributed = {
  /** ifName of an interface of the device. */
  interface: Name.optional(),
  /** VPN or VRF id exported by the device. */
  vpn: z.int().min(1).max(4_294_967_295).optional(),
  /** VRF name in the option table of the device. */
  vrf: Name.optional(),
  /** Address of an agent behind the exporter: sFlow agent address, elements 130 and 131. */
  agent: Address.optional(),
  /** The agent by its exporting process (element 144). */
  process: z.int().min(1).max(4_294_967_295).optional(),
};

/** Assigns flows of one interface, VPN, VRF or agent of a device to another customer or site. */
const Attribution = z
  .strictObject({
    ...attributed,
    /** Client id. */
    customer: z.string(),
    site: Name,
  })
  .refine(
    (rule) =>
      [rule.interface, rule.vpn, rule.vrf, rule.agent, rule.process].filter((cell) => cell !== undefined)
        .length === 1,
    { error: 'NETWORK_RULE_INVALID', ...whenValid(attributed) },
  );

const access = {
  /** Absent, as `credential`: the device is not polled. */
  snmp: SnmpSettings.optional(),
  /** Name of a stored SNMP credential, instead of `snmp`. The device follows it. */
  credential: Name.optional(),
};

const Device = z
  .strictObject({
    name: GivenName,
    address: Address,
    vendor: z.string().max(100).default(''),
    model: z.string().max(100).default(''),
    ...access,
    /** Source addresses of its flow export. */
    exporters: z.array(Address).default([]),
    interfaces: z.array(NetworkInterface).default([]),
    /** Classes of service, probes, tunnels and exports that are measured separately. */
    components: z.array(NetworkComponent).default([]),
    /** Flows that belong to another customer or site. */
    attribution: z.array(Attribution).default([]),
    /** Its flows duplicate those of another exporter of the site. */
    duplicateFlows: z.boolean().default(false),
  })
  .refine(({ snmp, credential }) => snmp === undefined || credential === undefined, {
    error: 'NETWORK_SNMP_AMBIGUOUS',
    path: ['credential'],
    ...whenValid(access),
  });

const Site = z.strictObject({
  name: GivenName,
  city: Line.max(100).default(''),
  country: Line.max(100).default(''),
  /** A region, to which users can be restricted. */
  region: Line.max(100).default(''),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** Prefixes of the site, used to locate the remote end of a flow. */
  networks: z.array(Prefix).default([]),
  devices: z.array(Device).default([]),
});

const Customer = z.strictObject({
  /** Client id of the customer; never changes. */
  clientId: z.string().regex(clientIdPattern, {
    error: 'CLIENT_ID_CHARACTERS',
  }),
  name: GivenName,
  profile: GivenName.default('Standard'),
  recipientId: z.int().min(1).max(65_535).default(1),
  contractedInBps: Bandwidth.optional(),
  contractedOutBps: Bandwidth.optional(),
  /** Zone of its days and business hours. */
  timeZone: TimeZone.optional(),
  sites: z.array(Site).default([]),
});

const placed = {
  site: z.string().optional(),
  device: z.string().optional(),
  interface: z.string().optional(),
  /** Name of a class, probe or tunnel of the device, instead of an interface. */
  component: z.string().optional(),
};
const atValidPlace = whenValid(placed);

/** Threshold override for a customer or one element. */
const Threshold = z
  .strictObject({
    /** Client id. */
    customer: z.string(),
    ...placed,
    value: z.number(),
  })
  .refine(({ site, device }) => device === undefined || site !== undefined, {
    error: 'NETWORK_DEVICE_WITHOUT_SITE',
    path: ['site'],
    ...atValidPlace,
  })
  .refine(({ site, device }) => site === undefined || device !== undefined, {
    error: 'NETWORK_THRESHOLD_OF_SITE',
    path: ['site'],
    ...atValidPlace,
  })
  .refine(({ device, interface: port }) => port === undefined || device !== undefined, {
    error: 'NETWORK_PART_WITHOUT_DEVICE',
    path: ['interface'],
    ...atValidPlace,
  })
  .refine(({ device, component }) => component === undefined || device !== undefined, {
    error: 'NETWORK_PART_WITHOUT_DEVICE',
    path: ['component'],
    ...atValidPlace,
  })
  .refine((place) => place.interface === undefined || place.component === undefined, {
    error: 'NETWORK_THRESHOLD_AMBIGUOUS',
    path: ['component'],
    ...atValidPlace,
  });

const period = {
  /** Raised when at least `outliers` of the last `measures` windows satisfy operator and threshold. */
  outliers: z.int().min(1).max(32).default(1),
  measures: z.int().min(1).max(32).default(1),
};

const Alarm = z
  .strictObject({
    label: Line.min(1).max(cockpitLimits.labelMax),
    kpi: z.enum(Object.keys(kpis) as [KpiKey, ...KpiKey[]]),
    operator: Operator.default('>'),
    threshold: z.number(),
    severity: Severity,
    levels: SeverityLevels.optional(),
    ...period,
    ...clearingFields,
    runbook: Runbook.refine((text) => runbookRejection(text) === undefined, {
      error: 'RUNBOOK_INVALID',
    }).optional(),
    enabled: z.boolean().default(true),
    visibility: z.enum(['everyone', 'RESTRICTED']).default('everyone'),
    thresholds: z.array(Threshold).default([]),
  })
  .refine(({ outliers, measures }) => outliers <= measures, {
    error: 'OUTLIERS_OVER_MEASURES',
    path: ['outliers'],
    ...whenValid(period),
  })
  .superRefine(
    (alarm, context) => {
      const message = levelsRejection(alarm);
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['levels'], message });
    },
    whenValid({
      operator: Operator.default('>'),
      threshold: z.number(),
      severity: Severity,
      levels: SeverityLevels.optional(),
    }),
  );

const Cockpit = z.strictObject({
  name: Line.min(1).max(cockpitLimits.nameMax),
  description: Line.max(cockpitLimits.descriptionMax).default(''),
  alarms: z.array(Alarm).default([]),
});

/**
 * The network of a provider as a hand-written file: nested customers, sites, devices and interfaces. Objects missing from the
 * file stay unchanged in the inventory.
 */
export const NetworkFile = z.strictObject({
  customers: z.array(Customer).min(1),
  cockpits: z.array(Cockpit).default([]),
});
export type NetworkFile = z.infer<typeof NetworkFile>;
/** Input form: values with a default are optional. */
export type NetworkFileInput = z.input<typeof NetworkFile>;
export type NetworkCustomer = NetworkFile['customers'][number];
export type NetworkSite = NetworkCustomer['sites'][number];
export type NetworkDevice = NetworkSite['devices'][number];
export type NetworkAttribution = NetworkDevice['attribution'][number];
export type NetworkInterface = NetworkDevice['interfaces'][number];
export type NetworkCockpit = NetworkFile['cockpits'][number];
export type NetworkAlarm = NetworkCockpit['alarms'][number];
export type NetworkThreshold = NetworkAlarm['thresholds'][number];
