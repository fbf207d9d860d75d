import { textOn } from '#schemas/brand/contrast.ts';
import type { MailContent } from '#schemas/notification/job.ts';
import type { MailBrand, MailLogo } from '../../../shared/brand/report-brand.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as content or as the value of an attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

/** Logos of a mail as its pictures: a mail program loads nothing from elsewhere. */
export const inlineLogos = ({ logos }: MailBrand): NonNullable<MailContent['inline']> =>
  logos.map(({ owner, type, content }) => ({
    cid: `logo-${owner}`,
    name: `logo-${owner}.${type === 'image/png' ? 'png' : 'jpg'}`,
    type,
    content,
  }));

/** Pixels in which a logo fits. */
const BOX = { width: 180, height: 48 } as const;

function logoCell({ owner, width, height }: MailLogo, alt: string): string {
  const scale = Math.min(1, BOX.width / width, BOX.height / height);
  const [wide, tall] = [width, height].map((side) => String(Math.max(1, Math.round(side * scale))));
  const align = owner === 'provider' ? 'left' : 'right';
  return `<td align="${align}" style="padding:4px 0 10px"><img src="cid:logo-${owner}" alt="${escapeHtml(alt)}" width="${wide ?? ''}" height="${tall ?? ''}"></td>`;
}

interface MailHead {
  readonly brand: MailBrand;
  readonly title: string;
  readonly customer: string;
}

/** Logos, and a band in the first colour with what the mail is about, in letters that can be read on it. */
export function headOf({ brand, title, customer }: MailHead): string {
  const { primary, logos } = brand;
  const cells = logos.map((logo) => logoCell(logo, logo.owner === 'customer' ? customer : ''));
  const row =
    cells.length === 0
      ? ''
      : `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${cells.join('')}</tr></table>`;
  return `${row}<div style="background:${primary};color:${textOn(primary)};padding:10px 14px"><b style="font-size:16px">${escapeHtml(title)}</b><br>${escapeHtml(customer)}</div>`;
}
