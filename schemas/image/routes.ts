import { z } from 'zod';
import { reportImageLimits } from '../limit/report.ts';
import type { Permission } from '../permission/catalogue.ts';
import { resourceKinds } from '../resource/kind.ts';
import { API, route, type Route } from '../route.ts';
import { ImageData, ImageName, ImageUses, ReportImage } from './image.ts';

const Id = z.coerce.number().int().positive();
const ofCustomer = z.strictObject({ customerId: Id });
/** A file as base64, and its fields. */
const bodyLimit = Math.ceil(reportImageLimits.maxBytes / 3) * 4 + 16_384;

type ImageParams = Pick<Route, 'params'>;
interface Space<All extends ImageParams, One extends ImageParams> {
  readonly path: string;
  readonly scope: Route['scope'];
  readonly read: Permission;
  readonly write: Permission;
  readonly display?: true;
  readonly all: All;
  readonly one: One;
  /** `of a customer`. */
  readonly whose: string;
}

const fileProblems = ['REPORT_FILE_INVALID', 'REPORT_IMAGE_OVERSIZED', 'REPORT_IMAGE_UPLOAD_FAILED'] as const;

const imagesIn = <All extends ImageParams, One extends ImageParams>(space: Space<All, One>) => ({
  list: route({
    method: 'GET',
    path: space.path,
    scope: space.scope,
    needs: space.read,
    summary: `Library of images for reports ${space.whose}`,
    ...space.all,
    reply: z.strictObject({ images: z.array(ReportImage) }),
  }),
  /** As base64: the console draws it from memory. */
  read: route({
    method: 'GET',
    path: `${space.path}/:imageId/content`,
    scope: space.scope,
    needs: space.read,
    display: space.display,
    summary: `Content of an image ${space.whose}, or of one of the provider`,
    ...space.one,
    reply: z.strictObject({ type: ReportImage.shape.type, data: z.string() }),
    problems: ['NOT_FOUND'],
    cacheMs: 60_000,
  }),
  uses: route({
    method: 'GET',
    path: `${space.path}/:imageId/uses`,
    scope: space.scope,
    needs: space.read,
    summary: `Reports that show an image ${space.whose}`,
    ...space.one,
    reply: ImageUses,
    problems: ['NOT_FOUND'],
  }),
  upload: route({
    method: 'POST',
    path: space.path,
    scope: space.scope,
    needs: space.write,
    summary: `Add a PNG, JPEG or SVG image to the library ${space.whose}`,
    ...space.all,
    body: z.strictObject({ name: ImageName, data: ImageData }),
    bodyLimit,
    reply: ReportImage,
    problems: ['REACHES_OTHER_CUSTOMERS', 'NAME_TAKEN', ...fileProblems],
  }),
  /** Reports that show it show the new one. */
  update: route({
    method: 'PUT',
    path: `${space.path}/:imageId`,
    scope: space.scope,
    needs: space.write,
    summary: `Rename or replace an image ${space.whose}`,
    ...space.one,
    body: z.strictObject({
      version: z.int().positive(),
      name: ImageName,
      /** Null: the file stays. */
      data: ImageData.nullable(),
    }),
    bodyLimit,
    reply: ReportImage,
    problems: [
      ...(['NOT_FOUND', 'REACHES_OTHER_CUSTOMERS', 'CONFLICT', 'NAME_TAKEN'] as const),
      ...fileProblems,
    ],
  }),
  delete: route({
    method: 'DELETE',
    path: `${space.path}/:imageId`,
    scope: space.scope,
    needs: space.write,
    summary: `Delete an image ${space.whose}: reports that show it have a gap`,
    ...space.one,
    query: z.strictObject({ version: Id }),
    reply: z.strictObject({}),
    problems: ['NOT_FOUND', 'REACHES_OTHER_CUSTOMERS', 'CONFLICT'],
  }),
});

/** Images for the reports of a customer: its own, and those of the provider, which only the provider changes. */
export const customerImages = imagesIn({
  path: `${API}/customers/:customerId/report-image`,
  display: true,
  scope: 'customer',
  ...resourceKinds.report.customer,
  all: { params: ofCustomer },
  one: { params: ofCustomer.extend({ imageId: Id }) },
  whose: 'of a customer',
});

/** Images for report templates. */
export const providerImages = imagesIn({
  path: `${API}/mt/report-image`,
  scope: 'admin',
  ...resourceKinds.report.template,
  all: {},
  one: { params: z.strictObject({ imageId: Id }) },
  whose: 'of the provider',
});
