import { field, type EventCatalogue } from './event-definition.ts';

const { account, address, err, partition, stream, subject, reason } = field;

const server = ['server'] as const;

/** Events of the console server. */
export const serverEvents = {
  'signed in': {
    components: server,
    meaning: 'A user signed in.',
    fields: { username: 'user name', ...address },
  },
  'sign-in rejected': {
    components: server,
    meaning: 'A sign-in failed; many from one address may be an attack.',
    fields: { username: 'user name as typed', ...address, code: 'problem code' },
  },
  'signed in by identity provider': {
    components: server,
    meaning: 'A user signed in over SAML or OpenID Connect.',
    fields: { ...address },
  },
  'console not built': {
    components: server,
    meaning:
      '`WEB_FOLDER` has no console: every page says how to build it (`npm start` does). The interface works.',
    fields: { folder: 'folder without `index.html`' },
  },
  'address file not read': {
    components: server,
    meaning:
      'A file with names of autonomous systems or countries of addresses is missing, cut or something else; the explorer goes without it.',
    fields: { variable: '`AS_NAMES_FILE` or `COUNTRIES_FILE`', path: 'path of the file', ...reason },
  },
  'texts replaced': {
    components: server,
    meaning: 'Texts of the installation replace those of the product (`TEXTS_FOLDER`).',
    fields: {
      language: 'language of the texts',
      missing: 'texts of a language of its own that are shown in English; 0 for English and French',
    },
  },
  'table not readable': {
    components: server,
    meaning:
      'A table of ClickHouse, or one of its parts, cannot be read; `/health/ready` names it. A restart of ClickHouse detaches damaged parts.',
    fields: { ...err, table: 'name of the table' },
  },
  'heartbeat unreadable': {
    components: server,
    meaning: 'A heartbeat of a process is not as expected; another release sends it.',
    fields: { ...err, ...subject },
  },
  'health history not stored': {
    components: server,
    meaning:
      'States and figures of the platform could not be stored; states wait in memory until PostgreSQL responds.',
    fields: { ...err },
  },
  'import started': {
    components: server,
    meaning: 'An import of the inventory is read, applied or undone.',
    fields: { import: 'number of the import', task: '`plan`, `apply` or `undo`' },
  },
  'import failed': {
    components: server,
    meaning:
      'A store or the product failed during an import; nothing was changed, and it is attempted up to three times.',
    fields: { ...err, import: 'number of the import' },
  },
  'import held': {
    components: server,
    meaning: 'A scheduled import would remove so much that it waits for a person; nothing was changed.',
    fields: {
      import: 'number of the import',
      had: 'elements that are stored',
      lacks: 'of these, in the file not',
    },
  },
  'held import mail dropped': {
    components: server,
    meaning: 'The user of a schedule could not be mailed that its import waits; the console shows it.',
    fields: { ...err, import: 'number of the import' },
  },
  'scheduling check failed': {
    components: server,
    meaning:
      'Due schedules could not be read or recorded; what is due is recorded when PostgreSQL responds again.',
    fields: { ...err },
  },
  'scheduled run interrupted': {
    components: server,
    meaning: 'A step of a scheduled run failed, for instance without the broker; it is repeated.',
    fields: { ...err, run: 'number of the run' },
  },
  'report mail interrupted': {
    components: server,
    meaning:
      'A report could not be handed over to the mail queue, for instance without the broker; it is repeated.',
    fields: { ...err, mail: 'number of the mail' },
  },
  'scheduled run sent nothing': {
    components: server,
    meaning: 'A schedule was due and sent no mail; its runs in the console say why.',
    fields: { run: 'number of the run', schedule: 'number of the schedule', ...reason },
  },
  'scheduling sweep failed': {
    components: server,
    meaning: 'Old runs of schedules or expired reports could not be deleted; it is repeated every hour.',
    fields: { ...err },
  },
  'acceptance step failed': {
    components: server,
    meaning:
      'A step of accepting proposals could not be stored; the acceptance continues within ten seconds.',
    fields: { ...err },
  },
  'acceptance stopped': {
    components: server,
    meaning:
      'The user of an acceptance may accept no more: the account was locked or deleted, the API token revoked or expired, or a right withdrawn. What was accepted stays.',
    fields: { acceptance: 'number of the run', reason: 'account, token, permission or reach' },
  },
  'acceptance step divided': {
    components: server,
    meaning:
      'A proposal cannot be accepted: the others of its step are accepted one by one, and its list names it.',
    fields: { ...err },
  },
  'import queue read failed': {
    components: server,
    meaning: 'Waiting imports could not be read; retried within 30 seconds.',
    fields: { ...err },
  },
  'import schedule failed': {
    components: server,
    meaning: 'Due imports could not be started; retried within 30 seconds.',
    fields: { ...err },
  },
  'units counted': {
    components: server,
    meaning: 'Units of billing were counted from what is stored.',
    fields: { days: 'days of UTC' },
  },
  'billing failed': {
    components: server,
    meaning: 'Units could not be counted or mailed; retried within five minutes.',
    fields: { ...err },
  },
  'sign-in incomplete': {
    components: server,
    meaning: 'The identity provider confirmed a user who has a step left or is locked, as the code says.',
    fields: { ...address, code: 'problem code' },
  },
  'signed out by identity provider': {
    components: server,
    meaning: 'The identity provider ended sessions of a user.',
    fields: { sessions: 'number of ended sessions' },
  },
  'saml message rejected': {
    components: server,
    meaning: 'A SAML message is invalid; compare the settings of both sides with the error.',
    fields: { ...err, ...address },
  },
  'saml message sweep failed': {
    components: server,
    meaning: 'Expired SAML message ids were not deleted; retried every hour.',
    fields: { ...err },
  },
  'openid connect sign-in rejected': {
    components: server,
    meaning:
      'A sign-in or logout token of an OpenID Connect provider is invalid; the error names the failed check.',
    fields: { ...err, ...address },
  },
  'openid connect provider unavailable': {
    components: server,
    meaning: 'A provider cannot be read at a sign-out: the session ended here only.',
    fields: { ...err, provider: 'name of the provider' },
  },
  'openid connect sweep failed': {
    components: server,
    meaning: 'Expired requests to OpenID Connect providers were not deleted; retried every hour.',
    fields: { ...err },
  },
  'second factor enabled': {
    components: server,
    meaning: 'A user enabled the second factor.',
    fields: { ...account },
  },
  'second factor disabled': {
    components: server,
    meaning: 'A user disabled the second factor.',
    fields: { ...account },
  },
  'second factor code rejected': {
    components: server,
    meaning:
      'A wrong code was entered after a correct password; if repeated, the password may be known to others.',
    fields: { ...account, ...address },
  },
  'password changed by reset link': {
    components: server,
    meaning: 'A user set a new password with a reset link.',
    fields: { ...account },
  },
  'reset link requested': {
    components: server,
    meaning: 'A reset link was queued for the mail address of an account.',
    fields: { ...account },
  },
  'reset link failed': {
    components: server,
    meaning: 'A requested reset link was not sent; the user has to request another one.',
    fields: { ...err },
  },
  'account mail dropped': {
    components: server,
    meaning: 'A mail to a user was not queued; check NATS and the notification process.',
    fields: { ...err, ...reason },
  },
  'accounts locked by policy': {
    components: server,
    meaning: 'Accounts exceeded a limit of the sign-in rules and were locked.',
    fields: { accounts: 'account ids' },
  },
  'account housekeeping failed': {
    components: server,
    meaning: 'Expired accounts were not locked or expired reset links not deleted; retried every hour.',
    fields: { ...err },
  },
  'customer time zones failed': {
    components: server,
    meaning:
      'Zones of the countries of customers were not stored, or hours not cut for zones of half hours; retried every minute.',
    fields: { ...err },
  },
  'session sweep failed': {
    components: server,
    meaning: 'Expired sessions were not deleted; they are invalid anyway. Retried every ten minutes.',
    fields: { ...err },
  },
  'request failed': {
    components: server,
    meaning: 'A request failed with status 500; report it with the error.',
    fields: { ...err },
  },
  'request aborted': {
    components: server,
    meaning: 'A caller closed the connection before the reply, and what it requested was ended.',
    fields: { ...err },
  },
  'connection limit exceeded': {
    components: server,
    meaning: 'An address has too many open connections; new ones are closed. Logged once until it has none.',
    fields: { ...address, maxConnections: 'connections allowed per address' },
  },
  'request rate exceeded': {
    components: server,
    meaning: 'A client exceeded its request rate and is throttled; logged once until it slows down.',
    fields: {
      ...address,
      ...account,
      path: 'path of the request',
      maxPerMinute: 'requests allowed per minute',
    },
  },
  'incomplete problem text': {
    components: server,
    meaning: 'The text of a problem lacks values that it states, and shows “…” instead; report it.',
    fields: { ...err, code: 'problem code', missing: 'codes with the names of the values' },
  },
  'undeclared problem code': {
    components: server,
    meaning: 'A route responded with a problem that its contract does not declare; report it.',
    fields: { ...err, code: 'problem code' },
  },
  'audit entry missing': {
    components: server,
    meaning: 'A change wrote no audit entry with its difference; report it.',
    fields: { route: 'method and path' },
  },
  'audit write failed': {
    components: server,
    meaning:
      'An audit entry could not be stored and is only in this line; keep the line and check PostgreSQL.',
    fields: { ...err, entry: 'audit entry' },
  },
  'connection identification failed': {
    components: server,
    meaning: 'A live connection was refused because its session could not be read; check PostgreSQL.',
    fields: { ...err },
  },
  'session extension failed': {
    components: server,
    meaning: 'The session of a watched page was not extended; repeated in a few minutes. Check PostgreSQL.',
    fields: { ...err },
  },
  'connection review failed': {
    components: server,
    meaning: 'Permissions of live connections were not checked after a change; retried.',
    fields: { ...err },
  },
  'alarm visibility reload failed': {
    components: server,
    meaning: 'Changed restrictions of alarms were not read; the previous ones stay in force.',
    fields: { ...err },
  },
  'deltas dropped': {
    components: server,
    meaning:
      'More live updates waited than the server keeps in memory; it reads the running alarms from the engine instead. Repeated: the server lacks CPU.',
    fields: { bytes: 'bytes that waited' },
  },
  'delta unreadable': {
    components: server,
    meaning: 'A live update of the engine was skipped; check that server and engine have the same version.',
    fields: { ...err, ...subject },
  },
  'window notice unreadable': {
    components: server,
    meaning: 'A notice of a closed window was skipped; check that server and engine have the same version.',
    fields: { ...err, ...subject },
  },
  'partition state unavailable': {
    components: server,
    meaning: 'No engine returned the alarms of a partition; retried until one owns it.',
    fields: { ...partition },
  },
  'partition state unreadable': {
    components: server,
    meaning:
      'The alarms of a partition that an engine sent could not be read and are requested again; check that server and engine have the same version.',
    fields: { ...err, ...partition },
  },
  'tiers not ready': {
    components: server,
    meaning: 'Processes or stores are down; restart those named.',
    fields: { tiers: 'names of the tiers' },
  },
  'all tiers ready': {
    components: server,
    meaning: 'Every process and store responds again.',
    fields: {},
  },
  'stream accepts messages again': {
    components: server,
    meaning: 'A full stream accepts messages again.',
    fields: {
      ...stream,
      rejected: 'number of rejected messages',
      dropped: 'number of dropped rows',
      seconds: 'duration in seconds',
    },
  },
  'trusted proxies missing': {
    components: server,
    meaning: 'Behind https every client has the address of the proxy; set `TRUSTED_PROXIES`.',
    fields: { publicUrl: 'URL of the console' },
  },
} as const satisfies EventCatalogue;
