import type { Db } from '#platform/postgres/postgres.ts';
import { colorsOf, MAX_MAIL_LOGO_BYTES, type LogoOwner } from '#schemas/brand/brand.ts';
import type { BrandColors } from '#schemas/brand/paint.ts';
import type { ReportBrand } from '#schemas/brand/routes.ts';
import type { ImageType } from '#schemas/image/image.ts';

/** Null: of the multi-client space, which has no customer. */
type OfCustomer = number | null;

const ownerOf = ({ customer_id: id }: { readonly customer_id: number | null }): LogoOwner =>
  id === null ? 'provider' : 'customer';

/** Rows of the provider and of one customer: those of others are not read. */
const rowsOf = (db: Db, customer: OfCustomer) =>
  db
    .selectFrom('brand')
    .where((is) => is.or([is('customer_id', 'is', null), is('customer_id', '=', customer)]));

async function readColors(db: Db, customer: OfCustomer) {
  const rows = await rowsOf(db, customer)
    .select(['customer_id', 'primary_color as primary', 'secondary_color as secondary'])
    .select(['logo_width', 'logo_height'])
    .execute();
  const of = (owner: LogoOwner) => rows.find((row) => ownerOf(row) === owner);
  return { of, colors: colorsOf(of('customer'), of('provider')) };
}

/** What the pages of a report are drawn with. */
export async function readReportBrand(db: Db, customer: OfCustomer): Promise<ReportBrand> {
  const { of, colors } = await readColors(db, customer);
  const sizeOf = (owner: LogoOwner) => {
    const row = of(owner);
    if (row === undefined || row.logo_width === null || row.logo_height === null) return null;
    return { width: row.logo_width, height: row.logo_height };
  };
  return { ...colors, logos: { provider: sizeOf('provider'), customer: sizeOf('customer') } };
}

/** A logo that a report of a customer may show. */
export async function readLogo(
  db: Db,
  customer: OfCustomer,
  owner: LogoOwner,
): Promise<{ readonly logo: { readonly type: ImageType; readonly data: string } | null }> {
  const rows = await rowsOf(db, customer).select(['customer_id', 'logo_type', 'logo']).execute();
  const row = rows.find((one) => ownerOf(one) === owner);
  if (row === undefined || row.logo === null) return { logo: null };
  return { logo: { type: row.logo_type as ImageType, data: row.logo.toString('base64') } };
}

export interface MailLogo {
  readonly owner: LogoOwner;
  readonly type: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** Base64. */
  readonly content: string;
}

/** What mails about reports of a customer have at their head. */
export interface MailBrand extends BrandColors {
  readonly logos: readonly MailLogo[];
}

/** Logos that mail programs draw, and that are small enough to be in each mail. */
export async function readMailBrand(db: Db, customer: number): Promise<MailBrand> {
  const { colors } = await readColors(db, customer);
  const rows = await rowsOf(db, customer)
    .select(['customer_id', 'logo_type', 'logo_width', 'logo_height', 'logo'])
    .where('logo_type', 'in', ['image/png', 'image/jpeg'])
    .where((is) => is(is.fn<number>('octet_length', ['logo']), '<=', MAX_MAIL_LOGO_BYTES))
    .orderBy('customer_id', (order) => order.asc().nullsFirst())
    .execute();
  return {
    ...colors,
    logos: rows.map((row) => ({
      owner: ownerOf(row),
      type: row.logo_type as MailLogo['type'],
      width: row.logo_width ?? 0,
      height: row.logo_height ?? 0,
      content: row.logo?.toString('base64') ?? '',
    })),
  };
}
