import { dateAtMs } from '#platform/clock/time.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { Secret } from '#schemas/audit/secret.ts';
import type { TextLanguage } from '#schemas/problem/definition.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { expiringCredentials } from '#schemas/sdwan/expiring.ts';
import type { SdwanServer, SdwanServerFields } from '#schemas/sdwan/server.ts';

/** A row with the name of its customer and the number of its open proposals. */
export interface ListedRow extends SdwanServerRow {
  readonly customer_name: string | null;
}

export const serverColumns = (fields: SdwanServerFields) => ({
  name: fields.name,
  kind: fields.kind,
  url: fields.url,
  login: fields.login,
  signs_in_with: fields.signsInWith,
  secret_expires_on: fields.secretExpiresOn,
  organization: fields.organization,
  elastic_url: fields.elasticUrl,
  vsd_name: fields.vsdName,
  adom: fields.adom,
  vdom: fields.vdom,
  is_multi_tenant: fields.isMultiTenant,
  customer_id: fields.isMultiTenant ? null : fields.customer,
  client_id: fields.isMultiTenant ? '' : fields.clientId,
  verify_tls: fields.verifyTls,
  recipient_id: fields.recipientId,
  suspend_provisioning: fields.suspendProvisioning,
  suspend_collect: fields.suspendCollect,
});

export const fieldsOfRow = (row: SdwanServerRow): SdwanServerFields => ({
  name: row.name,
  kind: row.kind,
  url: row.url,
  login: row.login,
  signsInWith: row.signs_in_with,
  secretExpiresOn: row.secret_expires_on,
  organization: row.organization,
  elasticUrl: row.elastic_url,
  vsdName: row.vsd_name,
  adom: row.adom,
  vdom: row.vdom,
  isMultiTenant: row.is_multi_tenant,
  customer: row.customer_id,
  clientId: row.client_id,
  verifyTls: row.verify_tls,
  recipientId: row.recipient_id,
  suspendProvisioning: row.suspend_provisioning,
  suspendCollect: row.suspend_collect,
});

/** Fields recorded in the audit trail. */
export const serverAudit = (fields: SdwanServerFields, password: string) =>
  fieldsOf({ ...fields, password: new Secret(password) });

const faultText = (fault: SdwanServerRow['connectivity_fault'], language: TextLanguage) =>
  fault === null ? null : { code: fault.code, message: problemText(fault.code, language, fault.params) };

const shownUnplaced = (stored: SdwanServerRow['unplaced'], language: TextLanguage): SdwanServer['unplaced'] =>
  stored && {
    ...stored,
    unread: (stored.unread ?? []).map(({ tenant, fault: { code, params } }) => ({
      tenant,
      fault: { code, message: problemText(code, language, params) },
    })),
  };

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

function shownCredentials(row: SdwanServerRow, now: Date): SdwanServer['credentials'] {
  const { certificate, signs_in_with: signsInWith, secret_expires_on: secretExpiresOn } = row;
  const known = { signsInWith, secretExpiresOn, certificateExpiresMs: certificate?.expiresMs };
  return {
    certificate: certificate && {
      fingerprint: certificate.fingerprint,
      subject: certificate.subject,
      expiresAt: dateAtMs(certificate.expiresMs).toISOString(),
      changedAt: certificate.changedMs === null ? null : dateAtMs(certificate.changedMs).toISOString(),
    },
    sessionEndsAt: iso(row.session_ends_at),
    expiring: expiringCredentials(known, now.getTime()),
  };
}

/** What is counted of a manager. */
export interface ServerCounts {
  readonly proposals: number;
  readonly raised: number;
}

interface Shown extends ServerCounts {
  readonly language: TextLanguage;
  readonly now: Date;
}

export const shownServer = (row: ListedRow, { proposals, raised, language, now }: Shown): SdwanServer => ({
  ...fieldsOfRow(row),
  id: row.id,
  version: row.version,
  customerName: row.customer_name,
  connectivity: {
    state: row.connectivity,
    at: iso(row.connectivity_at),
    responseMs: row.response_ms,
    fault: faultText(row.connectivity_fault, language),
  },
  credentials: shownCredentials(row, now),
  alarms: { raised, at: iso(row.alarms_at), fault: faultText(row.alarms_fault, language) },
  collectedAt: iso(row.collected_at),
  unplaced: shownUnplaced(row.unplaced, language),
  applications: { at: iso(row.volumes_at), fault: faultText(row.volumes_fault, language) },
  synchronisation: {
    state: row.synchronise_state,
    at: iso(row.synchronised_at),
    fault: faultText(row.synchronise_fault, language),
    open: proposals,
  },
});
