import { field, type EventCatalogue } from './event-definition.ts';

const { err, exporter, partition, reason, stream } = field;

const collector = ['collector'] as const;
const discovery = ['discovery'] as const;
const poller = ['poller'] as const;
const writer = ['writer'] as const;
const key = { key: 'key in the bucket of templates' };

const sdwan = ['sdwan'] as const;
const manager = { manager: 'id of the SD-WAN manager' };

/** Events of collector, poller, discovery and writer, and of the simulated network. */
export const ingestEvents = {
  'sdwan managers unreadable': {
    components: sdwan,
    meaning: 'The SD-WAN managers could not be read from PostgreSQL; retried every second.',
    fields: { ...err },
  },
  'sdwan collection failed': {
    components: sdwan,
    meaning:
      'A collection from an SD-WAN manager ended with an error that is not the manager’s; the next one is made.',
    fields: { ...err, ...manager },
  },
  'sdwan synchronisation failed': {
    components: sdwan,
    meaning:
      'A synchronisation with an SD-WAN manager ended with an error that is not the manager’s; it is made again.',
    fields: { ...err, ...manager },
  },
  'sdwan applications unread': {
    components: sdwan,
    meaning:
      'The volumes of applications could not be read from an SD-WAN manager; the next collection reads the last half hour again.',
    fields: { ...manager, ...reason },
  },
  'sdwan tenants unread': {
    components: sdwan,
    meaning:
      'Tenants, enterprises or ADOMs of an SD-WAN manager could not be read while the others were; check what the account may read there.',
    fields: { ...manager, ...reason },
  },
  'sdwan manager unavailable': {
    components: sdwan,
    meaning:
      'An SD-WAN manager could not be collected from. The reason is on its row of the page SD-WAN managers; check it there.',
    fields: { ...manager, ...reason },
  },
  'batched receive unavailable': {
    components: collector,
    meaning:
      'Datagrams are received one by one, with less capacity; the C library of the system is missing or too old.',
    fields: { ...err },
  },
  'flow socket error': {
    components: collector,
    meaning: 'A flow socket reported an error; it continues to receive.',
    fields: { ...err },
  },
  'datagrams dropped': {
    components: collector,
    meaning:
      'The kernel dropped datagrams of a full receive buffer; raise `net.core.rmem_max` or add a collector.',
    fields: { port: 'UDP port', datagrams: 'number of datagrams since the last report' },
  },
  'rows dropped': {
    components: collector,
    meaning:
      'Flow rows are dropped because their stream is unavailable for longer than memory lasts; logged once until it accepts them. Check what the reason names.',
    fields: {
      ...err,
      reason: '`full`: the reader of the stream, `unreachable`: NATS, `disk`: free space of the stores',
      rows: 'number of rows',
      ...stream,
    },
  },
  'rows unconfirmed': {
    components: ['collector', 'poller', 'sdwan'],
    meaning:
      'Rows that NATS took were not acknowledged for 10 minutes: they are stored or lost, and not sent again, since they might be stored twice. Check NATS.',
    fields: { rows: 'number of rows', ...stream },
  },
  'flows quarantined': {
    components: collector,
    meaning:
      'Flows are larger than their interface could carry in their duration and count in no sum; they are in `quarantined_flows`. Check the exporter, or the bandwidth of the interface in the inventory.',
    fields: {
      device: 'id of the device',
      ...exporter,
      rows: 'number of flows since the last report',
      bytes: 'their bytes',
    },
  },
  'intake paused': {
    components: ['collector', 'poller', 'sdwan'],
    meaning:
      'The disk of the stores has reached its reserve: rows wait in memory and are dropped when it is full. Free or add space.',
    fields: { freeBytes: 'free space in bytes', reserveBytes: 'free space below which intake stops' },
  },
  'intake resumed': {
    components: ['collector', 'poller'],
    meaning: 'The disk of the stores has space again.',
    fields: { freeBytes: 'free space in bytes', reserveBytes: 'free space below which intake stops' },
  },
  'config apply failed': {
    components: collector,
    meaning: 'A changed configuration was not applied; report it with the error.',
    fields: { ...err },
  },
  'template snapshot unreadable': {
    components: collector,
    meaning: 'Saved templates were skipped; the exporter sends them again.',
    fields: { ...err, ...key },
  },
  'template snapshot read failed': {
    components: collector,
    meaning: 'Saved templates of an exporter were not read; its flows wait until it sends them again.',
    fields: { ...err, ...exporter },
  },
  'template snapshot save failed': {
    components: collector,
    meaning: 'Templates were not saved; retried.',
    fields: { ...err, ...key },
  },
  'template snapshot delete failed': {
    components: collector,
    meaning: 'Saved templates of an evicted domain were not deleted; retried.',
    fields: { ...err, ...key },
  },
  'application name publish failed': {
    components: collector,
    meaning: 'Application names of exporters were not published; retried.',
    fields: { ...err },
  },
  'statistics dropped': {
    components: collector,
    meaning: 'Statistics of the collector were dropped because their stream is full.',
    fields: { ...stream, rows: 'number of rows' },
  },
  'statistics report failed': {
    components: collector,
    meaning: 'Statistics of the collector were not published; the next report continues.',
    fields: { ...err },
  },
  'recording folder check failed': {
    components: collector,
    meaning: 'The folder of debug recordings was not read or tidied; the next round does it. Check the disk.',
    fields: { ...err },
  },
  'recording read failed': {
    components: collector,
    meaning: 'A file of a debug recording was not read for a download, which breaks off. Check the disk.',
    fields: { ...err },
  },
  'recording state publish failed': {
    components: collector,
    meaning: 'States of recordings of datagrams were not published; retried. Check NATS.',
    fields: { ...err },
  },
  'recording stopped': {
    components: collector,
    meaning: 'A recording of datagrams ended.',
    fields: { recording: 'recording id', ...reason },
  },
  'device address rejected': {
    components: ['poller', 'discovery'],
    meaning:
      'A device has an address of this machine or link and is not called; correct it, or list its network in `SNMP_ALLOWED_NETWORKS`.',
    fields: { address: 'address or name of the device', ...reason },
  },
  'components limited': {
    components: ['discovery', 'poller'],
    meaning:
      'A device has more sensors, BGP peers or health checks than are measured (500, 1,000 and 1,000); the first ones are. Logged each time it is discovered or learned.',
    fields: {
      device: 'device id',
      address: 'address of a discovered device',
      reason: 'which of them are too many',
    },
  },
  'poll failed': {
    components: poller,
    meaning: 'A poll ended with an internal error; report it with the error.',
    fields: { ...err, device: 'device id' },
  },
  'interface index save failed': {
    components: poller,
    meaning: 'Learned interface indexes were not stored; retried. Check PostgreSQL.',
    fields: { ...err, interfaces: 'number of interfaces' },
  },
  'discovery started': {
    components: discovery,
    meaning: 'A discovery run starts or continues.',
    fields: { discovery: 'run id', customer: 'customer id', from: 'next address' },
  },
  'discovery failed': {
    components: discovery,
    meaning: 'A discovery run failed and is retried a few times from where it stopped.',
    fields: { ...err, discovery: 'run id' },
  },
  'discovery progress not saved': {
    components: discovery,
    meaning:
      'The progress of a discovery run could not be saved; retried every second. After 30 seconds another process may continue the run. Check PostgreSQL.',
    fields: { ...err, discovery: 'run id' },
  },
  'snmp probe failed': {
    components: discovery,
    meaning: 'A credential could not be tried on an address; the user sees the failure.',
    fields: { ...err },
  },
  'poller test failed': {
    components: poller,
    meaning: 'A poller could not be tested on a device; the user sees the failure.',
    fields: { ...err },
  },
  'real-time polling failed': {
    components: poller,
    meaning: 'An element is no longer polled every second, which its dialogs show. Report it with the error.',
    fields: { ...err, element: 'element id' },
  },
  'discovery queue read failed': {
    components: discovery,
    meaning: 'Requested discovery runs could not be read; retried. Check PostgreSQL.',
    fields: { ...err },
  },
  'write attempt failed': {
    components: writer,
    meaning: 'A step of writing a range failed and is retried; check ClickHouse and NATS.',
    fields: {
      ...err,
      ...stream,
      ...partition,
      attempt: '`journal`, `insert`, `commit` or `dead letter`',
      failures: 'number of failures in a row',
      reason:
        '`store full`: ClickHouse inserts nothing until its disk has space; the stream retains the rows',
    },
  },
  'position release failed': {
    components: writer,
    meaning: 'Read messages were not purged from their stream; retried.',
    fields: { ...err, ...stream, ...partition },
  },
  'unread messages purged': {
    components: writer,
    meaning: 'A half full stream lost messages that the engine has not read; check the engine.',
    fields: { ...stream, ...partition, messages: 'number of messages' },
  },
  'unread messages retained': {
    components: writer,
    meaning: 'The engine reads the stream again without loss.',
    fields: { ...stream, ...partition },
  },
  'stream filling up': {
    components: writer,
    meaning: 'A stream exceeds a fill level; check that ClickHouse, the writer and the engine keep up.',
    fields: {
      ...stream,
      bytes: 'stored bytes',
      maxBytes: 'limit in bytes',
      messages: 'number of stored messages',
    },
  },
  'stream fill back to normal': {
    components: writer,
    meaning: 'The fill level of a stream is normal again.',
    fields: {
      ...stream,
      bytes: 'stored bytes',
      maxBytes: 'limit in bytes',
      messages: 'number of stored messages',
    },
  },
  'dead letters dropped': {
    components: writer,
    meaning:
      'The dead letter stream is full and its oldest messages were removed; inspect the remaining ones.',
    fields: { letters: 'number of removed messages' },
  },
  'fleet started': {
    components: ['fleet'],
    meaning: 'The simulated network exports and replies.',
    fields: { devices: 'number of devices', flowsPerSecond: 'flows per second' },
  },
  'history progress': {
    components: ['history'],
    meaning: 'A day of the history of the simulated network is stored, the newest first.',
    fields: {
      percent: 'part of the history that is stored',
      from: 'start of the day, seconds since 1970',
      seconds: 'duration in seconds since the start of the process',
    },
  },
  'history written': {
    components: ['history'],
    meaning: 'The history of the simulated network is stored.',
    fields: { devices: 'number of devices', days: 'days of history', seconds: 'duration in seconds' },
  },
  'story interrupted': {
    components: ['story'],
    meaning:
      'The console rejected a call of the demonstration. The other steps are done; this one is repeated, eight times at most.',
    fields: { ...err, step: 'what the people of the demonstration were doing' },
  },
  'story written': {
    components: ['story'],
    meaning:
      'The people of the demonstration have defined their applications, clusters and silences and acknowledged alarms.',
    fields: { acknowledged: 'number of acknowledged alarms', seconds: 'duration in seconds' },
  },
} as const satisfies EventCatalogue;
