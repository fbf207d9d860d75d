import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { AuditFields } from '#schemas/audit/field-changes.ts';
import {
  FIRST_STEPS_SETTING,
  firstStepNames,
  StoredFirstSteps,
  type FirstStepName,
} from '#schemas/first-steps/first-steps.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { updateSetting } from '../../kernel/setting/update-setting.ts';
import { transact, type Actor } from '../../shared/repository/transact.ts';

/** Of an installation that was set up without a checklist. */
const none: StoredFirstSteps = { isFirst: false, marks: {} };

async function readStored(db: Db | Tx): Promise<StoredFirstSteps | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', FIRST_STEPS_SETTING)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && StoredFirstSteps.parse(row.value);
}

/** Each step with its mark. */
const auditedMarks = ({ marks }: StoredFirstSteps): AuditFields =>
  Object.fromEntries(firstStepNames.map((step) => [step, marks[step] ?? 'open']));

/** The marks of the checklist in PostgreSQL. */
export class FirstStepsRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  async read(): Promise<StoredFirstSteps> {
    return (await readStored(this.#needs.db)) ?? none;
  }

  mark(steps: readonly FirstStepName[], mark: 'done' | 'not-needed' | null, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx }) => {
      const stored = await readStored(tx);
      const { isFirst, marks } = stored ?? none;
      const others = Object.entries(marks).filter(([step]) => !steps.includes(step as FirstStepName));
      const added = mark === null ? [] : steps.map((step) => [step, mark] as const);
      const value: StoredFirstSteps = { isFirst, marks: Object.fromEntries([...others, ...added]) };
      await updateSetting(tx, actor.audit, {
        name: FIRST_STEPS_SETTING,
        value,
        before: auditedMarks(stored ?? none),
        after: auditedMarks(value),
      });
    });
  }

  /** The checklist is no longer the first page. It follows from the steps, so that it is no change of a user. */
  close(): Promise<void> {
    return this.#needs.db.transaction().execute(async (tx) => {
      const { marks } = (await readStored(tx)) ?? none;
      const value = JSON.stringify({ isFirst: false, marks } satisfies StoredFirstSteps);
      await tx.updateTable('setting').set({ value }).where('name', '=', FIRST_STEPS_SETTING).execute();
    });
  }
}
