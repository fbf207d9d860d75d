import { CockpitDocument, type CockpitVersion, type CockpitDifference } from '#schemas/cockpit/version.ts';
import { cockpitDifference } from '#schemas/cockpit/version-difference.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import type { Actor } from '../../shared/repository/transact.ts';
import { transactResource } from '../../shared/resource/transact-resource.ts';
import {
  accountName,
  lockCockpit,
  rejectFormFaults,
  type CockpitRepositoryNeeds,
  type Reader,
} from './cockpit-transaction.ts';
import { keepingVersions, readDocument } from './keep-version.ts';
import { documentFaults, restoreDocument, type DocumentFault } from './restore-document.ts';
import { readTargetReach } from './version-reach.ts';

interface VersionKey {
  readonly cockpitId: number;
  readonly number: number;
}

/** Throws NOT_FOUND for a version that is no longer stored. */
async function readVersion(db: Reader, { cockpitId, number }: VersionKey): Promise<CockpitDocument> {
  const row = await db
    .selectFrom('cockpit_version')
    .select('document')
    .where('cockpit_id', '=', cockpitId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  return CockpitDocument.parse(row.document);
}

/** Throws NOT_FOUND. */
async function readPresent(db: Reader, cockpit: number): Promise<CockpitDocument> {
  const document = await readDocument(db, cockpit);
  if (document === undefined) throw new ProblemError('NOT_FOUND');
  return document;
}

/** Fields recorded in the audit trail. */
export const auditSnapshot = ({ name, description, alarms }: CockpitDocument) => ({
  name,
  description,
  alarms: alarms.map(
    ({ label, kpi, operator, threshold, severity }) =>
      `${label}: ${severity} ${kpi} ${operator} ${String(threshold)}`,
  ),
});

const restoring = {
  failure: 'COCKPIT_CONFIG_RESTORE_FAILED',
  duplicate: 'NAME_TAKEN',
} as const;

/** Versions of cockpits. Callers of other methods than `restore` check that the cockpit is visible. */
export class CockpitVersionRepository {
  readonly #needs: CockpitRepositoryNeeds;

  constructor(needs: CockpitRepositoryNeeds) {
    this.#needs = needs;
  }

  /** Newest first. */
  async list(cockpit: number): Promise<CockpitVersion[]> {
    const rows = await this.#needs.db
      .selectFrom('cockpit_version as kept')
      .leftJoin('account', 'account.id', 'kept.author_id')
      .select(['kept.number', 'kept.at', 'kept.restored', 'username', 'first_name', 'last_name'])
      .where('cockpit_id', '=', cockpit)
      .orderBy('number', 'desc')
      .execute();
    return rows.map(({ number, at, restored, ...account }) => ({
      number,
      author: accountName(account),
      at: at.getTime(),
      restored,
    }));
  }

  /** What changed from a version to a later one, or to the present, as far as the caller sees it. */
  async compare(
    key: VersionKey & { readonly to: number | undefined },
    caller: Caller,
  ): Promise<{ difference: CockpitDifference; faults: DocumentFault[] }> {
    const { db } = this.#needs;
    const { cockpitId, to } = key;
    const from = await readVersion(db, key);
    const until =
      to === undefined ? await readPresent(db, cockpitId) : await readVersion(db, { cockpitId, number: to });
    const { names } = await readTargetReach(db, [from, until], caller);
    return { difference: cockpitDifference(from, until, names), faults: await documentFaults(db, from) };
  }

  /** `version`: that of the cockpit, as the actor saw it. */
  restore(key: VersionKey, version: number, actor: Actor): Promise<void> {
    const { cockpitId: cockpit, number } = key;
    return transactResource(this.#needs, actor, restoring, async (change) => {
      const { tx } = change;
      const stored = await lockCockpit(change, cockpit);
      rejectStale(stored.version, version);
      const [desired, present] = [await readVersion(tx, key), await readPresent(tx, cockpit)];
      rejectFormFaults(await documentFaults(tx, desired));
      const reach = await readTargetReach(tx, [desired, present], actor.caller);
      await keepingVersions(change, { cockpit, restored: number }, () =>
        restoreDocument(change, { cockpit, present, desired, reach }),
      );
      await change.record({
        action: 'cockpit.restore',
        subject: 'cockpit',
        subjectId: cockpit,
        subjectName: desired.name,
        before: auditSnapshot(present),
        after: auditSnapshot(desired),
        note: { version: number },
      });
    });
  }
}
