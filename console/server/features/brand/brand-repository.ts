import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Brand, BrandDraft } from '#schemas/brand/brand.ts';
import type { ImageType } from '#schemas/image/image.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { ImageFile } from '../../shared/image/image-file.ts';
import type { ImageReader } from '../../shared/image/image-reader.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import { transact, type Actor } from '../../shared/repository/transact.ts';

/** Whose: that of a customer, or, with null, that of the provider. */
type BrandOwner = number | null;

const none: Brand = { primary: null, secondary: null, logo: null, version: 0 };

async function readBrand(db: Db | Tx, owner: BrandOwner): Promise<Brand> {
  const row = await db
    .selectFrom('brand')
    .selectAll()
    .where('customer_id', 'is not distinct from', owner)
    .executeTakeFirst();
  if (row === undefined) return none;
  const { logo } = row;
  return {
    primary: row.primary_color,
    secondary: row.secondary_color,
    logo:
      logo === null
        ? null
        : {
            type: row.logo_type as ImageType,
            width: row.logo_width ?? 0,
            height: row.logo_height ?? 0,
            bytes: logo.length,
            data: logo.toString('base64'),
          },
    version: row.version,
  };
}

const snapshotOf = ({ primary, secondary, logo }: Brand) => ({
  primary,
  secondary,
  logo: logo === null ? null : `${logo.type}, ${String(logo.width)} × ${String(logo.height)}`,
});

const noLogo = { logo_type: null, logo_width: null, logo_height: null, logo: null };

/** Cells of the logo that a draft leads to; none: it stays. */
function logoCells(file: ImageFile | undefined, { retainsLogo }: BrandDraft) {
  if (file === undefined) return retainsLogo ? {} : noLogo;
  const { type, width, height, content } = file;
  return { logo_type: type, logo_width: width, logo_height: height, logo: content };
}

interface BrandRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly reader: Pick<ImageReader, 'accepted'>;
}

/** Logos and colours of the provider and of customers. */
export class BrandRepository {
  readonly #needs: BrandRepositoryNeeds;

  constructor(needs: BrandRepositoryNeeds) {
    this.#needs = needs;
  }

  ofProvider(): Promise<Brand> {
    return readBrand(this.#needs.db, null);
  }

  /** Throws NOT_FOUND. */
  async ofCustomer(customer: number, { customers }: Caller): Promise<Brand> {
    if (!customers.has(customer)) throw new ProblemError('NOT_FOUND');
    return await readBrand(this.#needs.db, customer);
  }

  /** Throws NOT_FOUND, CONFLICT, REPORT_FILE_INVALID and REPORT_IMAGE_OVERSIZED. */
  async update(
    owner: BrandOwner,
    { version, ...draft }: BrandDraft & { readonly version: number },
    actor: Actor,
  ): Promise<Brand> {
    const { primary, secondary } = draft;
    const { reader } = this.#needs;
    const file = draft.logo === null ? undefined : await reader.accepted(draft.logo, owner);
    const logo = logoCells(file, draft);
    return await transact(this.#needs, actor, { duplicate: 'CONFLICT' }, async ({ tx, now, record }) => {
      const customer = await this.#lock(tx, owner, actor.caller);
      const before = await readBrand(tx, owner);
      rejectStale(before.version, version);
      const cells = { primary_color: primary, secondary_color: secondary, updated_at: now, ...logo };
      await (
        version === 0
          ? tx.insertInto('brand').values({ customer_id: owner, ...cells })
          : tx
              .updateTable('brand')
              .set({ ...cells, version: version + 1 })
              .where('customer_id', 'is not distinct from', owner)
      ).execute();
      const after = await readBrand(tx, owner);
      await record({
        action: 'brand.update',
        subject: 'brand',
        subjectId: owner ?? 'provider',
        subjectName: customer ?? '',
        ...(owner !== null && { customer: owner }),
        before: snapshotOf(before),
        after: snapshotOf(after),
        ...(draft.logo !== null && { note: { replaced: true } }),
      });
      return after;
    });
  }

  /** Locks what is set; returns the name of the customer. Throws NOT_FOUND. */
  async #lock(tx: Tx, owner: BrandOwner, { customers }: Caller): Promise<string | undefined> {
    await tx
      .selectFrom('brand')
      .select('id')
      .where('customer_id', 'is not distinct from', owner)
      .forUpdate()
      .execute();
    if (owner === null) return undefined;
    if (!customers.has(owner)) throw new ProblemError('NOT_FOUND');
    const found = await tx.selectFrom('customer').select('name').where('id', '=', owner).executeTakeFirst();
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    return found.name;
  }
}
