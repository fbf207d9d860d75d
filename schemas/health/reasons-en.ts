/** What is the matter, and what an operator does about it; an action is missing where there is nothing to do. */
export interface ReasonText {
  readonly reason: string;
  readonly action?: string;
}

/** Reasons of states of components in English; `reasons-fr.ts` is the twin. Counts come after their noun, so that one is as right as many. */
export const reasonsEn = {
  running: { reason: 'Runs.' },
  starting: { reason: 'No heartbeat yet; the server has just started.' },
  notRunning: {
    reason: 'No heartbeat since the server started.',
    action: 'Nothing, if this installation does not use it. Otherwise start the process.',
  },
  neverStarted: {
    reason: 'No heartbeat since the server started.',
    action: 'Start the process, and read its log.',
  },
  silent: {
    reason: 'No heartbeat for {ms:duration}: the process has ended or hangs.',
    action: 'It is started again by itself. If it does not come back, read its log.',
  },
  stopped: {
    reason: 'The process was stopped {ms:duration} ago.',
    action: 'Start it again, unless it was stopped for maintenance.',
  },
  noBus: {
    reason: 'Heartbeats cannot arrive: NATS does not respond.',
    action: 'Restore NATS first.',
  },
  restarted: {
    reason: 'Died and was started again {ms:duration} ago. Crashes in 24 hours: {crashes}.',
    action: 'Read the end of its log. Repeated crashes: report them with a support bundle.',
  },
  waitsFor: {
    reason: 'Not ready: {parts}.',
    action: 'It waits for a store or another process. See what else is not in order here.',
  },
  heapHigh: {
    reason: 'Its heap has reached {share:percent} of its limit.',
    action: 'Give the process more memory (NODE_OPTIONS=--max-old-space-size), or share its work.',
  },
  loopDelayed: {
    reason: 'Its event loop is delayed by {ms:duration}: the machine or this process is overloaded.',
    action: 'See whether the machine has free cores. Run a second process of this kind, or move others.',
  },
  otherRelease: {
    reason: 'Runs release {release}; the server runs {own}.',
    action: 'Bring every process to the same release.',
  },
  chromiumMissing: {
    reason: 'Chromium is missing: reports cannot be made as PDF.',
    action: 'Install the package chromium on its machine, or set CHROMIUM_PATH, and start the process again.',
  },

  streamFine: { reason: 'Accepts messages.' },
  streamUnread: {
    reason: 'Cannot be read: NATS does not respond.',
    action: 'Restore NATS first.',
  },
  streamFilling: {
    reason: 'Filled to {fill:percent}.',
    action: 'Check that the processes that read it run and that ClickHouse responds.',
  },
  streamFull: {
    reason: 'Filled to {fill:percent}: new messages are about to be rejected.',
    action: 'Check that the processes that read it run and that ClickHouse responds.',
  },
  streamDropping: {
    reason: 'Filled to {fill:percent}: its oldest messages are dropped. Dropped so far: {dropped}.',
    action: 'Find out why messages cannot be processed (npm run dead-letters), and replay them.',
  },
  streamRejects: {
    reason: 'Full: messages are rejected. Rejections: {rejected}, rows lost: {dropped}.',
    action: 'Check that the processes that read it run and that ClickHouse responds.',
  },
  streamUnreachable: {
    reason: 'NATS did not respond to writers. Rows lost: {dropped}.',
    action: 'Check that NATS runs and that its disk has space.',
  },
  streamNoDisk: {
    reason: 'Rows are not accepted: the disk of the stores has reached its reserve. Rows lost: {dropped}.',
    action: 'Free space on the disk, or add some.',
  },

  storing: { reason: 'Rows that arrive are stored.' },
  counting: { reason: 'Rows are counted for {ms:duration} only: too short to judge.' },
  noRows: { reason: 'No rows arrived in the last {ms:duration}.' },
  notStoring: {
    reason:
      'Rows that arrived in the last {ms:duration}: {arrived}; none of them was stored, whatever the writer says.',
    action: 'Restart the writer. Check that ClickHouse accepts inserts, and look for dead letters.',
  },
  storingSlowly: {
    reason:
      'Rows that arrived in the last {ms:duration}: {arrived}; stored: {stored}. The rest waits in the stream.',
    action: 'See how busy ClickHouse and its disk are.',
  },
  windowsClose: { reason: 'Windows close in time.' },
  noWindows: { reason: 'No window has closed since the server started.' },
  windowsStarting: {
    reason:
      'The engine or the server started {ms:duration} ago: the first windows ({source}) are not due yet.',
  },
  windowsLate: {
    reason:
      'Customers whose windows ({source}) close late: {customers}. The oldest ended {ms:duration} ago: alarms are late.',
    action: 'See whether the engine runs, and whether its stream grows.',
  },
  windowsStopped: {
    reason:
      'Customers without a closed window ({source}): {customers}, for {ms:duration}, whatever the engine says: no alarm is decided.',
    action: 'Restart the engine, and read its log.',
  },

  responding: { reason: 'Responds.' },
  notRead: { reason: 'Not read yet.' },
  notJudged: { reason: 'No server judged it.' },
  storeDown: {
    reason: 'Does not respond: {error}.',
    action: 'Check that it runs, and read its log. Rows wait in the streams in the meantime.',
  },
  storeSlow: {
    reason: 'Responds slowly: {ms:duration}.',
    action: 'See how busy its machine and its disk are.',
  },
  partsMany: {
    reason: 'Parts that wait to be merged: {parts}. Inserts are delayed when there are more.',
    action: 'See whether the disk is slow or full. Raise WRITER_SPARSE_MS.',
  },
  tablesUnreadable: {
    reason: 'Tables that cannot be read: {tables}.',
    action: 'Restart ClickHouse: it sets damaged parts aside. Restore them from a backup.',
  },
  connectionsMany: {
    reason: 'Connections in use: {used} of {limit}.',
    action: 'Raise max_connections, or look for clients that hold connections.',
  },
  diskFine: { reason: 'Has free space: {free:byte}.' },
  diskElsewhere: {
    reason: 'The stores are on other machines: their disks are not visible from here.',
    action: 'Watch the disks of the stores where they run.',
  },
  diskLow: {
    reason: 'Little space is left: {free:byte} of {size:byte}.',
    action: 'Free space, add some, or shorten the retention.',
  },
  diskFull: {
    reason: 'The reserve is reached: {free:byte} of {size:byte} free. Intake is stopped.',
    action: 'Free space at once: intake resumes by itself.',
  },
  diskSoonFull: {
    reason: 'Full in about {days} days at the growth of the last week.',
    action: 'Add space, or shorten the retention (RETENTION_5M_DAYS and others).',
  },

  devicesPolled: { reason: 'Devices that reply: {devices}.' },
  noDevices: { reason: 'No device is polled.' },
  devicesSilent: {
    reason: 'Devices that do not reply: {silent} of {devices}.',
    action:
      'See them under polled devices. Many at once: a network or an access list between the poller and them.',
  },
  devicesLate: {
    reason: 'Devices whose samples arrive too late: {late} of {devices}.',
    action: 'Reduce the load of the pollers: add one, or poll less often.',
  },
  pollsSkipped: {
    reason: 'Polls that did not start in the last 5 minutes: {skipped}: the pollers cannot keep up.',
    action: 'Add a poller, or raise the interval.',
  },
  pollersMute: {
    reason: 'No poller reports on its devices.',
    action: 'See whether the poller runs.',
  },
  receiving: { reason: 'Receives flows.' },
  noFlows: { reason: 'No datagram arrived in the last 5 minutes.' },
  collectorsMute: {
    reason: 'No collector reports.',
    action: 'See whether the collector runs.',
  },
  rowsDropped: {
    reason: 'Rows dropped in the last 5 minutes: {dropped}.',
    action: 'The streams were full or unreachable: see streams and stores.',
  },
  socketDrops: {
    reason: 'Datagrams dropped by the kernel in the last 5 minutes: {drops}.',
    action: 'Raise net.core.rmem_max, or add a collector.',
  },
  unknownExporters: {
    reason: 'Addresses that send flows and are not in the inventory: {count}.',
    action: 'Add them to the inventory under flow collectors, or stop them.',
  },
  managersFine: { reason: 'Managers that respond: {managers}.' },
  noManagers: { reason: 'No SD-WAN manager is set up.' },
  managersDown: {
    reason: 'Managers that do not respond: {unavailable} of {managers}.',
    action: 'See the reason at the manager, and check address and credentials.',
  },

  delivering: { reason: 'Delivers.' },
  noTargets: { reason: 'No target is set up.' },
  targetsFailing: {
    reason: 'Targets that fail: {failing} of {targets}.',
    action: 'See the response at the target. Notifications are retried until they expire.',
  },
  targetsWaiting: {
    reason: 'Notifications that wait although none was attempted within a minute: {backlog}.',
    action: 'See whether the notification process runs.',
  },
  settingsUnread: {
    reason: 'Cannot be read while PostgreSQL does not respond.',
    action: 'Restore PostgreSQL first.',
  },

  licenseValid: { reason: 'Valid until {day}.' },
  licenseMissing: { reason: 'No license is installed.', action: 'Install the license of the vendor.' },
  licenseEnds: { reason: 'Ends on {day}.', action: 'Order its successor and install it.' },
  licenseExpired: { reason: 'Expired on {day}.', action: 'Install a new license.' },
  certificatesValid: { reason: 'None ends within 30 days.' },
  noCertificates: { reason: 'None is known.' },
  certificateEnds: { reason: '{name} ends on {day}.', action: 'Replace it before.' },
  certificateExpired: { reason: '{name} ended on {day}.', action: 'Replace it.' },
  backupRecent: { reason: 'The last one is {ms:duration} old.' },
  backupMissing: {
    reason: 'There is no backup yet.',
    action: 'Run npm run backup every night, to another disk.',
  },
  backupOld: {
    reason: 'The last one is {ms:duration} old.',
    action: 'Find out why the scheduled backup did not run.',
  },
  backupElsewhere: {
    reason: 'The stores are on other machines: backups are not visible from here.',
    action: 'Watch their backups where they are made.',
  },
  clockFine: { reason: 'The clocks agree.' },
  clockOff: {
    reason: 'The clock of {name} differs by {ms:duration}.',
    action: 'Synchronise the clocks of all machines (NTP).',
  },
  addressFilesRead: { reason: 'The files of AS names and countries were read.' },
  addressFileUnread: {
    reason: '{variable}: {path} was not read: {fault}.',
    action: 'Replace the file and start the server again. The explorer goes without it until then.',
  },
} as const satisfies Readonly<Record<string, ReasonText>>;
