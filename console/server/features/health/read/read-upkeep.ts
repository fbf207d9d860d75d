import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { readLastBackup } from '#platform/embedded/last-backup.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { dayStartMs } from '#schemas/billing/day.ts';
import { SAML_SETTING } from '#schemas/settings/saml/saml-secrets.ts';
import { readStoredLicense } from '../../../shared/license/license-store.ts';

/** What ends at some time. */
export interface Ending {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** What PostgreSQL has of license, certificates and managers. */
export interface UpkeepFacts {
  /** Last day of the license, `YYYY-MM-DD`; null: none is installed. */
  readonly license: string | null;
  readonly certificates: readonly Ending[];
  readonly managers: number;
  /** Managers that collect or are synchronised, and do not respond. */
  readonly unavailable: number;
}

const Saml = z.object({ enabled: z.boolean(), name: z.string(), certificates: z.array(z.string()) });

function endOf(pem: string): number | undefined {
  try {
    return new X509Certificate(pem).validToDate.getTime();
  } catch {
    return undefined;
  }
}

/** The certificate of the identity provider that ends last: one that is replaced ends before. */
async function samlExpiry(db: Db): Promise<readonly Ending[]> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', SAML_SETTING)
    .executeTakeFirst();
  const saml = Saml.safeParse(row?.value);
  if (!saml.success || !saml.data.enabled) return [];
  const ends = saml.data.certificates.flatMap((pem) => endOf(pem) ?? []);
  return ends.length === 0 ? [] : [{ name: saml.data.name, endsAt: Math.max(...ends) }];
}

export async function readUpkeep(db: Db): Promise<UpkeepFacts> {
  const managers = await db
    .selectFrom('sdwan_server')
    .select(['name', 'connectivity', 'certificate', 'secret_expires_on'])
    .select(['suspend_collect', 'suspend_provisioning'])
    .execute();
  const ofManagers = managers.flatMap(({ name, certificate, secret_expires_on: secret }) => {
    const ends = [
      ...(certificate === null ? [] : [certificate.expiresMs]),
      ...(secret === null ? [] : [dayStartMs(secret)]),
    ];
    return ends.map((endsAt) => ({ name, endsAt }));
  });
  const inUse = managers.filter((one) => !(one.suspend_collect && one.suspend_provisioning));
  return {
    license: (await readStoredLicense(db))?.content.expires ?? null,
    certificates: [...(await samlExpiry(db)), ...ofManagers],
    managers: inUse.length,
    unavailable: inUse.filter(({ connectivity }) => connectivity === 'unavailable').length,
  };
}

/** When the last complete backup was made, milliseconds since 1970; null: never. Undefined: the stores are elsewhere. */
export const readBackupAge = (dataFolder: string | undefined): number | null | undefined =>
  dataFolder === undefined ? undefined : (readLastBackup(dataFolder)?.at ?? null);
