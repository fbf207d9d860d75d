import type { X509Certificate } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { noUnits } from '#schemas/billing/service.ts';
import { problemText } from '#schemas/problem/problem.ts';
import type { TextLanguage } from '#schemas/problem/definition.ts';
import {
  LICENSE_SETTING,
  type LicenseContent,
  type LicenseTexts,
} from '#schemas/settings/license/license.ts';
import type { StoredLicense } from '#schemas/settings/license/routes.ts';
import { licenseWarnings, type LicenseWarning } from '#schemas/settings/license/warning.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { updateSetting } from '../../../kernel/setting/update-setting.ts';
import {
  licenseTime,
  readStoredLicense,
  readUsedUnits,
  type AcceptedLicense,
  type UsedUnits,
} from '../../../shared/license/license-store.ts';
import { verifyLicense, type LicenseFault } from '../../../shared/license/verify-license.ts';
import { transact, type Actor } from '../../../shared/repository/transact.ts';

export interface LicenseRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
  /** Sign the certificates of licenses. */
  readonly authorities: readonly X509Certificate[];
}

/** The input that a problem belongs to. */
const fieldOf = (code: string): string =>
  code.includes('CERTIFICATE') ? 'body.certificate' : 'body.license';

function problemOf({ code, params }: LicenseFault): ProblemError {
  const given = params === undefined ? {} : { params };
  return new ProblemError(code, { ...given, errors: [{ path: fieldOf(code), code, ...given }] });
}

const audited = ({ id, organization, notBefore, expires, units, emails, certificate }: LicenseContent) => ({
  id,
  organization,
  notBefore,
  expires,
  emails,
  certificate,
  units: JSON.stringify(units),
});

/** The license in PostgreSQL. */
export class LicenseRepository {
  readonly #needs: LicenseRepositoryNeeds;

  constructor(needs: LicenseRepositoryNeeds) {
    this.#needs = needs;
  }

  async read(language: TextLanguage): Promise<{
    readonly stored: StoredLicense | null;
    readonly usage: UsedUnits | null;
  }> {
    const { db } = this.#needs;
    const usage = (await readUsedUnits(db)) ?? null;
    const found = await readStoredLicense(db);
    if (found === undefined) return { stored: null, usage };
    const stored = {
      ...found,
      fault: await this.#faultOf(found, language),
      warnings: await this.#warningsOf(found),
    };
    return { stored, usage };
  }

  async warnings(): Promise<LicenseWarning[]> {
    const found = await readStoredLicense(this.#needs.db);
    return found === undefined ? [] : this.#warningsOf(found);
  }

  /** Throws what is wrong with the texts, at their field. */
  update(texts: LicenseTexts, actor: Actor): Promise<void> {
    const { authorities, clock } = this.#needs;
    const { license, certificate } = { license: texts.license.trim(), certificate: texts.certificate.trim() };
    return transact(this.#needs, actor, {}, async ({ tx }) => {
      const before = await readStoredLicense(tx);
      if (license !== '' && license === before?.license) throw problemOf({ code: 'LICENSE_SAME' });
      const now = await licenseTime(tx, clock);
      const verified = verifyLicense({ license, certificate }, { authorities, now });
      if (!verified.ok) throw problemOf(verified.fault);
      const value: AcceptedLicense = { license, certificate, content: verified.content };
      await updateSetting(tx, actor.audit, {
        name: LICENSE_SETTING,
        value,
        after: audited(verified.content),
        ...(before === undefined ? {} : { before: audited(before.content) }),
      });
    });
  }

  async #faultOf(stored: AcceptedLicense, language: TextLanguage): Promise<StoredLicense['fault']> {
    const { authorities, db, clock } = this.#needs;
    const verified = verifyLicense(stored, { authorities, now: await licenseTime(db, clock) });
    if (verified.ok) return null;
    const { code, params } = verified.fault;
    return { code, message: problemText(code, language, params) };
  }

  async #warningsOf({ content }: AcceptedLicense): Promise<LicenseWarning[]> {
    const { db, clock } = this.#needs;
    const units = (await readUsedUnits(db))?.units ?? noUnits;
    return [...licenseWarnings(content, { units, nowMs: (await licenseTime(db, clock)).getTime() })];
  }
}
