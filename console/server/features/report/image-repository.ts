import { sql } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { reportImageLimits } from '#schemas/limit/report.ts';
import type { ImageType, ReportImage } from '#schemas/image/image.ts';
import type { DocumentUses } from '#schemas/resource/document-use.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { requireOwnReach } from '../../kernel/access/reaches-others.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { ImageReader } from '../../shared/image/image-reader.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import { transact, type Actor } from '../../shared/repository/transact.ts';
import { documentUsesOf } from '../../shared/resource/document-uses.ts';
import { authorName } from '../../shared/resource/stored-resource.ts';

/** Whose library: that of a customer, or, with null, that of the provider. */
export interface ImageSpace {
  readonly customer: number | null;
}
interface ImageActor extends Actor, ImageSpace {}

/** Reports of every customer may show the images of the provider. */
const reachesAll = ({ customer, caller }: Pick<ImageActor, 'customer' | 'caller'>): boolean =>
  customer === null && !caller.allCustomers;

const saving = {
  duplicate: 'NAME_TAKEN',
  duplicateField: 'name',
  failure: 'REPORT_IMAGE_UPLOAD_FAILED',
} as const;

const readRows = (db: Db | Tx) =>
  db
    .selectFrom('report_image as image')
    .leftJoin('account', 'account.id', 'image.author_id')
    .select(['image.id', 'image.name', 'image.type', 'image.width', 'image.height', 'image.version'])
    .select(['image.customer_id', 'image.updated_at'])
    .select(['account.first_name', 'account.last_name', 'account.username'])
    .select(sql<number>`octet_length(content)`.as('bytes'));
type ImageRow = Awaited<ReturnType<ReturnType<typeof readRows>['execute']>>[number];

const imageOfRow = (row: ImageRow): ReportImage => ({
  id: row.id,
  name: row.name,
  type: row.type as ImageType,
  width: row.width,
  height: row.height,
  bytes: row.bytes,
  ofProvider: row.customer_id === null,
  version: row.version,
  updatedAt: row.updated_at.getTime(),
  author: authorName(row.first_name, row.last_name, row.username),
});

const subjectOf = ({ id, name }: Pick<ReportImage, 'id' | 'name'>, { customer }: ImageSpace) => ({
  subject: 'report-image',
  subjectId: id,
  subjectName: name,
  ...(customer === null ? {} : { customer }),
});
const snapshotOf = ({ name, type, width, height, bytes }: ReportImage) => ({
  name,
  type,
  size: `${String(width)} × ${String(height)}`,
  bytes,
});

interface ImageNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly reader: Pick<ImageReader, 'accepted'>;
}

/** Images that reports show. */
export class ImageRepository {
  readonly #needs: ImageNeeds;

  constructor(needs: ImageNeeds) {
    this.#needs = needs;
  }

  /** Those of the customer and those of the provider, by name. */
  async list({ customer }: ImageSpace): Promise<ReportImage[]> {
    const rows = await readRows(this.#needs.db)
      .where((is) => is.or([is('customer_id', 'is', null), is('customer_id', '=', customer)]))
      .orderBy('image.name', asNames)
      .execute();
    return rows.map(imageOfRow);
  }

  /** Throws NOT_FOUND. */
  async content({ customer }: ImageSpace, id: number): Promise<{ type: ImageType; data: string }> {
    const row = await this.#needs.db
      .selectFrom('report_image')
      .select(['type', 'content'])
      .where('id', '=', id)
      .where((is) => is.or([is('customer_id', 'is', null), is('customer_id', '=', customer)]))
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return { type: row.type as ImageType, data: row.content.toString('base64') };
  }

  /** Reports that show an image, as far as the caller may open them. Throws NOT_FOUND. */
  async uses({ customer }: ImageSpace, id: number, caller: Caller): Promise<DocumentUses> {
    const { db } = this.#needs;
    const [image] = await readRows(db)
      .where('image.id', '=', id)
      .where((is) => is.or([is('customer_id', 'is', null), is('customer_id', '=', customer)]))
      .execute();
    if (image === undefined) throw new ProblemError('NOT_FOUND');
    const rows = await db
      .selectFrom('dashboard_document')
      .innerJoin('resource', 'resource.id', 'dashboard_document.resource_id')
      .select('resource_id')
      .where('kind', '=', 'report')
      .$if(customer !== null, (query) => query.where('customer_id', '=', customer))
      .where(
        sql<boolean>`jsonb_path_exists(document, '$.pages[*].items[*].image ? (@ == $id)', jsonb_build_object('id', ${id}::integer))`,
      )
      .execute();
    return await documentUsesOf(
      db,
      rows.map(({ resource_id }) => resource_id),
      caller,
    );
  }

  async create(
    { name, data }: { readonly name: string; readonly data: string },
    actor: ImageActor,
  ): Promise<ReportImage> {
    requireOwnReach(reachesAll(actor));
    const { content, ...file } = await this.#needs.reader.accepted(data, actor.customer);
    return await transact(this.#needs, actor, saving, async ({ tx, now, record }) => {
      const { customer, caller } = actor;
      const { count } = await tx
        .selectFrom('report_image')
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('customer_id', 'is not distinct from', customer)
        .executeTakeFirstOrThrow();
      if (count >= reportImageLimits.maxImages)
        throw new ProblemError('VALIDATION', {
          errors: [{ path: 'body.data', code: 'TOO_MANY', params: { max: reportImageLimits.maxImages } }],
        });
      const { id } = await tx
        .insertInto('report_image')
        .values({ customer_id: customer, name, ...file, content, author_id: caller.id, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      const made = await this.#read(tx, id);
      await record({ action: 'report-image.create', ...subjectOf(made, actor), after: snapshotOf(made) });
      return made;
    });
  }

  /** Throws NOT_FOUND, REACHES_OTHER_CUSTOMERS, CONFLICT. */
  async update(
    id: number,
    {
      name,
      data,
      version,
    }: { readonly name: string; readonly data: string | null; readonly version: number },
    actor: ImageActor,
  ): Promise<ReportImage> {
    const file = data === null ? {} : await this.#needs.reader.accepted(data, actor.customer);
    return await transact(this.#needs, actor, saving, async ({ tx, now, record }) => {
      const before = await this.#lock(tx, id, actor);
      rejectStale(before.version, version);
      await tx
        .updateTable('report_image')
        .set({ name, ...file, version: version + 1, author_id: actor.caller.id, updated_at: now })
        .where('id', '=', id)
        .execute();
      const after = await this.#read(tx, id);
      await record({
        action: 'report-image.update',
        ...subjectOf(after, actor),
        before: snapshotOf(before),
        after: snapshotOf(after),
        ...(data !== null && { note: { replaced: true } }),
      });
      return after;
    });
  }

  /** Throws NOT_FOUND, REACHES_OTHER_CUSTOMERS, CONFLICT. */
  delete(id: number, version: number, actor: ImageActor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      const before = await this.#lock(tx, id, actor);
      rejectStale(before.version, version);
      await tx.deleteFrom('report_image').where('id', '=', id).execute();
      await record({
        action: 'report-image.delete',
        ...subjectOf(before, actor),
        before: snapshotOf(before),
      });
    });
  }

  /** Throws NOT_FOUND for an image of another library: it changes there, and REACHES_OTHER_CUSTOMERS. */
  async #lock(tx: Tx, id: number, { customer, caller }: ImageActor): Promise<ReportImage> {
    const found = await tx
      .selectFrom('report_image')
      .select('id')
      .where('id', '=', id)
      .where('customer_id', 'is not distinct from', customer)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    requireOwnReach(reachesAll({ customer, caller }));
    return await this.#read(tx, id);
  }

  async #read(tx: Tx, id: number): Promise<ReportImage> {
    const [row] = await readRows(tx).where('image.id', '=', id).execute();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return imageOfRow(row);
  }
}
