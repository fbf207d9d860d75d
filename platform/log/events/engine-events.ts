import { field, type EventCatalogue } from './event-definition.ts';

const { err, partition, pipeline, reason, seq } = field;

const engine = ['engine'] as const;
const sharing = ['engine', 'writer'] as const;
const poller = ['poller'] as const;
const notification = ['notification'] as const;
const shards = { count: 'number of shards', owned: 'shards of this poller after it' };
const job = { job: 'delivery key' };

/** Events of the alarm engine and of the notification process. */
export const engineEvents = {
  'partition acquired': {
    components: sharing,
    meaning:
      'This engine owns the partition and catches up from its checkpoint, or this writer writes its rows from its journal.',
    fields: { ...partition },
  },
  'partition released': {
    components: sharing,
    meaning: 'This process handed over the partition.',
    fields: { ...partition },
  },
  'partition dropped': {
    components: sharing,
    meaning:
      'This process lost the partition and another one continues it; if repeated, check the load and NATS.',
    fields: { ...partition, ...reason },
  },
  'lease release failed': {
    components: sharing,
    meaning: 'A lease was not released and expires automatically.',
    fields: { ...err, ...partition },
  },
  'lease rebalance failed': {
    components: [...sharing, 'poller'],
    meaning: 'Partitions or shards could not be shared among the processes; retried. Check NATS.',
    fields: { ...err },
  },
  'shards taken': {
    components: poller,
    meaning: 'This poller polls the devices of more of the 256 shards.',
    fields: { ...shards },
  },
  'shards released': {
    components: poller,
    meaning: 'This poller handed over shards to another one.',
    fields: { ...shards },
  },
  'shards lost': {
    components: poller,
    meaning:
      'This poller was suspended or without NATS: others poll its devices, and it takes its share again; if repeated, check the load and NATS.',
    fields: { count: shards.count },
  },
  'checkpoint restored': {
    components: engine,
    meaning: 'A pipeline continues from its checkpoint.',
    fields: { ...partition, ...pipeline, positions: 'sequences read and to read, by stream' },
  },
  'checkpoint unusable': {
    components: engine,
    meaning: 'A checkpoint cannot be restored; the pipeline replays its streams.',
    fields: { ...partition, ...pipeline, ...reason },
  },
  'configuration changed': {
    components: engine,
    meaning: 'A changed configuration applies from the next window.',
    fields: { ...partition, ...pipeline },
  },
  'samples late': {
    components: engine,
    meaning:
      'Samples arrived later than allowed and are not measured; at most once a minute. `/api/v1/mt/polled-devices` names the devices.',
    fields: {
      rows: 'samples since the last line',
      devices: 'number of devices with late samples',
      device: 'id of the latest device',
      delayMs: 'its longest time from reading to storing',
      allowedLatenessMs: 'allowed lateness',
    },
  },
  'poll interval exceeds window': {
    components: engine,
    meaning:
      'Devices are polled less often than once per window; set `WINDOW_SECONDS` to at least the interval.',
    fields: {
      ...partition,
      pollSeconds: 'poll interval in seconds',
      windowSeconds: 'window in seconds',
    },
  },
  'command unreadable': {
    components: engine,
    meaning: 'A command of a user was skipped; check that server and engine have the same version.',
    fields: { ...partition, ...seq },
  },
  'heartbeat publish failed': {
    components: engine,
    meaning: 'An idle heartbeat was not published; retried.',
    fields: { ...err, ...partition, ...pipeline },
  },
  'writer position unavailable': {
    components: engine,
    meaning: 'The position of the writer could not be read; notices of closed windows are delayed.',
    fields: { ...err, ...partition },
  },
  'flow target save failed': {
    components: engine,
    meaning: 'New flow elements were not stored; they are registered again with their next traffic.',
    fields: { ...err, targets: 'number of flow elements' },
  },
  'application name refresh failed': {
    components: engine,
    meaning: 'Names of recognised applications were not refreshed; retried.',
    fields: { ...err },
  },
  'backtest request failed': {
    components: engine,
    meaning: 'A backtest request could not be processed; report it with the error.',
    fields: { ...err },
  },
  'backtest failed': {
    components: engine,
    meaning: 'A backtest ended with an error; check ClickHouse.',
    fields: { ...err },
  },
  'dispatch failed': {
    components: notification,
    meaning: 'Alarm events of a partition were not turned into deliveries; retried from the last position.',
    fields: { ...err, ...partition },
  },
  'alarm events unreadable': {
    components: notification,
    meaning:
      'A message of alarm events was skipped without a notification; check that engine and notification have the same version.',
    fields: { ...seq, ...reason },
  },
  'job fetch failed': {
    components: notification,
    meaning: 'Queued deliveries could not be read; retried. Check NATS.',
    fields: { ...err, kind: '`webhook`, `trap` or `mail`' },
  },
  'job start failed': {
    components: notification,
    meaning: 'A delivery was not attempted because its record could not be read; retried. Check PostgreSQL.',
    fields: { ...err, ...job },
  },
  'delivery failed': {
    components: notification,
    meaning: 'An attempt failed and is retried; check the target if it repeats.',
    fields: {
      ...job,
      attempts: 'number of attempts so far',
      response: 'response of the target',
      waitMs: 'delay of the next attempt in milliseconds',
    },
  },
  'delivery attempt crashed': {
    components: notification,
    meaning: 'An attempt ended with an internal error and is retried; report it with the error.',
    fields: { ...err, ...job },
  },
  'notification not delivered': {
    components: notification,
    meaning: 'A notification was not delivered and is not retried; correct the target.',
    fields: { ...job, attempts: 'number of attempts', response: 'last response of the target' },
  },
  'delivery record failed': {
    components: notification,
    meaning: 'The outcome of an attempt was not stored; retried. Check PostgreSQL.',
    fields: { ...err, ...job },
  },
  'delivery log sweep failed': {
    components: notification,
    meaning: 'Expired records of deliveries were not deleted; retried every hour.',
    fields: { ...err },
  },
  'test delivery failed': {
    components: notification,
    meaning: 'A test notification ended with an internal error; report it with the error.',
    fields: { ...err },
  },
  'stream trouble state unreadable': {
    components: notification,
    meaning: 'The stored state of full streams was discarded; a current one may be notified twice.',
    fields: { ...err },
  },
  'stream watch failed': {
    components: notification,
    meaning: 'Full streams were not watched; retried. Check NATS.',
    fields: { ...err },
  },
} as const satisfies EventCatalogue;
