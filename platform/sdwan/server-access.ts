import type { SecretBox } from '#platform/secret/secret-box.ts';
import { SDWAN_PASSWORD } from '#schemas/sdwan/server-secrets.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { sdwanServer } from '#schemas/table/sdwan.ts';
import type { ManagerAccess } from './sdwan-client.ts';

export type SdwanServerRow = Row<typeof sdwanServer>;

/** What it takes to reach a stored manager. */
export const serverAccess = (row: SdwanServerRow, { open }: Pick<SecretBox, 'open'>): ManagerAccess => ({
  kind: row.kind,
  url: row.url,
  login: row.login,
  password: open(row.password, SDWAN_PASSWORD),
  signsInWith: row.signs_in_with,
  organization: row.organization,
  clientId: row.client_id,
  elasticUrl: row.elastic_url,
  vsdName: row.vsd_name,
  adom: row.adom,
  vdom: row.vdom,
  isMultiTenant: row.is_multi_tenant,
  verifyTls: row.verify_tls,
  pinned: row.certificate?.fingerprint ?? '',
});
