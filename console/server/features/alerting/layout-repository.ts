import type { Db } from '#platform/postgres/postgres.ts';
import { AlertLayout, emptyAlertLayout } from '#schemas/alerting/routes.ts';

/** Key of the alerting screen. */
const SCREEN = 'cc/alert';

/** The layout of the alerting screen, stored per account. */
export class LayoutRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The default layout when none is stored, or when the stored one does not parse. */
  async read(account: number): Promise<AlertLayout> {
    const stored = await this.#db
      .selectFrom('layout')
      .select('value')
      .where('account_id', '=', account)
      .where('screen', '=', SCREEN)
      .executeTakeFirst();
    const layout = AlertLayout.safeParse(stored?.value);
    return layout.success ? layout.data : emptyAlertLayout;
  }

  async update(account: number, layout: AlertLayout): Promise<void> {
    const value = JSON.stringify(layout);
    await this.#db
      .insertInto('layout')
      .values({ account_id: account, screen: SCREEN, value })
      .onConflict((conflict) => conflict.columns(['account_id', 'screen']).doUpdateSet({ value }))
      .execute();
  }
}
