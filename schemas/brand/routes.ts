import { z } from 'zod';
import { reportImageLimits } from '../limit/report.ts';
import { ReportImage } from '../image/image.ts';
import { resourceKinds } from '../resource/kind.ts';
import { API, route } from '../route.ts';
import { Brand, BrandDraft } from './brand.ts';
import { Color } from './paint.ts';

const Id = z.coerce.number().int().positive();
const changed = {
  body: z.strictObject({ ...BrandDraft.shape, version: z.int().min(0) }),
  /** A logo as base64, and the colours. */
  bodyLimit: Math.ceil(reportImageLimits.maxBytes / 3) * 4 + 16_384,
  reply: Brand,
} as const;
const problems = ['CONFLICT', 'REPORT_FILE_INVALID', 'REPORT_IMAGE_OVERSIZED'] as const;

const ofProvider = { path: `${API}/mt/settings/brand`, scope: 'admin', everyCustomer: true } as const;

export const readProviderBrand = route({
  ...ofProvider,
  method: 'GET',
  needs: 'SETTINGS.BRAND.read',
  summary: 'Logo and colours of the provider',
  reply: Brand,
});

export const updateProviderBrand = route({
  ...ofProvider,
  method: 'PUT',
  needs: 'SETTINGS.BRAND.write',
  summary: 'Set the logo and colours of the provider: reports of every customer show them',
  ...changed,
  problems: [...problems],
});

const ofCustomer = {
  path: `${API}/cc/customer/:id/brand`,
  scope: 'cross-customer',
  params: z.strictObject({ id: Id }),
} as const;

export const readCustomerBrand = route({
  ...ofCustomer,
  method: 'GET',
  needs: 'CUSTOMER.read',
  summary: 'Logo and colours of a customer',
  reply: Brand,
  problems: ['NOT_FOUND'],
});

export const updateCustomerBrand = route({
  ...ofCustomer,
  method: 'PUT',
  needs: 'CUSTOMER.write',
  summary: 'Set the logo and colours of a customer, which its reports show',
  ...changed,
  problems: ['NOT_FOUND', ...problems],
});

const LogoSize = z.strictObject({ width: z.number(), height: z.number() }).nullable();
/** What the pages of a report show. */
const ReportBrand = z.strictObject({
  primary: Color,
  secondary: Color,
  logos: z.strictObject({ provider: LogoSize, customer: LogoSize }),
});
export type ReportBrand = z.infer<typeof ReportBrand>;
/** Null: none is set. */
const Logo = z.strictObject({
  logo: z.strictObject({ type: ReportImage.shape.type, data: z.string() }).nullable(),
});

const ofReports = {
  method: 'GET',
  scope: 'customer',
  needs: resourceKinds.report.customer.read,
  display: true,
  params: z.strictObject({ customerId: Id }),
} as const;
const base = `${API}/customers/:customerId/report-brand`;

/** Of a customer: its own and those of the provider. */
export const customerReportBrand = {
  read: route({
    ...ofReports,
    path: base,
    summary: 'Colours that reports of a customer are drawn with, and sizes of their logos',
    reply: ReportBrand,
  }),
  provider: route({
    ...ofReports,
    path: `${base}/provider`,
    summary: 'The logo of the provider, as reports of a customer show it',
    reply: Logo,
  }),
  customer: route({
    ...ofReports,
    path: `${base}/customer`,
    summary: 'The logo of a customer, as its reports show it',
    reply: Logo,
  }),
};

const ofTemplates = {
  method: 'GET',
  scope: 'admin',
  needs: resourceKinds.report.template.read,
} as const;

/** Of the multi-client space: templates have no customer. */
export const providerReportBrand = {
  read: route({
    ...ofTemplates,
    path: `${API}/mt/report-brand`,
    summary: 'Colours that report templates are drawn with, and the size of their logo',
    reply: ReportBrand,
  }),
  provider: route({
    ...ofTemplates,
    path: `${API}/mt/report-brand/provider`,
    summary: 'The logo of the provider, as report templates show it',
    reply: Logo,
  }),
};
