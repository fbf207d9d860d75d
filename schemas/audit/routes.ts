import { z } from 'zod';
import { CsvDialect } from '../csv/csv-dialect.ts';
import { ExportLine, FileRowLimit } from '../csv/file-line.ts';
import { API, EXPORT_TIMEOUT_MS, route } from '../route.ts';
import { TimeZone } from '../time/time-zone.ts';
import { AuditEvent, AuditKind } from './event.ts';

const text = z.string().max(200).optional();
const Instant = z.coerce.number().int().nonnegative().optional();

export const AuditOutcome = z.enum(['done', 'rejected']);
export type AuditOutcome = z.infer<typeof AuditOutcome>;

/** Filters of the audit trail; all must match. */
export const AuditFilter = z.strictObject({
  /** Milliseconds since 1970: `from` inclusive, `to` exclusive. */
  from: Instant,
  to: Instant,
  kind: AuditKind.optional(),
  outcome: AuditOutcome.optional(),
  /** Prefix of the action: `role.` for all actions on roles. */
  action: text,
  /** Substring of the actor's name. */
  actor: text,
  /** Source address or its prefix. */
  address: text,
  /** Kind and id of the subject, and a substring of its name. */
  subject: text,
  subjectId: text,
  object: text,
  customer: z.coerce.number().int().positive().optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const listAuditEvents = route({
  method: 'GET',
  path: `${API}/mt/audit`,
  scope: 'admin',
  needs: 'NETWORK.AUDIT.read',
  summary: 'Changes, sign-ins, rejections and exports, newest first',
  query: z.strictObject({
    ...AuditFilter.shape,
    /** Returns older events than this one. */
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  reply: z.strictObject({
    events: z.array(AuditEvent),
    /** `before` of the next page; null on the last page. */
    next: z.int().nullable(),
  }),
});

export const exportAudit = route({
  method: 'GET',
  path: `${API}/mt/audit/export`,
  scope: 'admin',
  needs: 'NETWORK.AUDIT.read',
  summary: 'Export the audit trail as CSV, oldest first',
  query: z.strictObject({
    ...AuditFilter.shape,
    /** By default that of the language of the user. */
    dialect: CsvDialect.optional(),
    /** Writes times as its clocks show them; without it they are ISO 8601 in UTC. */
    timeZone: TimeZone.optional(),
  }),
  reply: z.string(),
  media: 'text/csv',
  timeoutMs: EXPORT_TIMEOUT_MS,
});

export const exportAuditRows = route({
  method: 'GET',
  path: `${API}/mt/audit/export/rows`,
  scope: 'admin',
  needs: 'NETWORK.AUDIT.read',
  summary: 'Export the audit trail as lines of JSON, oldest first: the rows of a workbook',
  query: z.strictObject({ ...AuditFilter.shape, timeZone: TimeZone, limit: FileRowLimit }),
  reply: ExportLine,
  stream: 'application/x-ndjson',
  isExport: true,
  timeoutMs: EXPORT_TIMEOUT_MS,
});

/** Result of a verification of the whole hash chain. */
export const AuditVerification = z.strictObject({
  /** Milliseconds since 1970. */
  checkedAt: z.number(),
  /** Last event up to which the chain is valid, and its hash: record it outside the product. */
  seq: z.int(),
  hash: z.string(),
  /** First invalid event; null: the chain is valid. */
  broken: z
    .strictObject({
      seq: z.int(),
      fault: z.enum(['missing', 'changed', 'not linked to the one before']),
    })
    .nullable(),
});
export type AuditVerification = z.infer<typeof AuditVerification>;

export const readAuditVerification = route({
  method: 'GET',
  path: `${API}/mt/audit/verification`,
  scope: 'admin',
  needs: 'NETWORK.AUDIT.read',
  summary: 'Result of the last verification of the audit trail on this server',
  reply: z.strictObject({
    /** Null: none since the server started. */
    last: AuditVerification.nullable(),
    /** Number of the newest event. */
    newest: z.int(),
  }),
});

export const verifyAudit = route({
  method: 'POST',
  path: `${API}/mt/audit/verification`,
  scope: 'admin',
  needs: 'NETWORK.AUDIT.read',
  summary: 'Verify the whole hash chain of the audit trail',
  reply: AuditVerification,
  whileReadOnly: true,
  noChange: 'act',
});
