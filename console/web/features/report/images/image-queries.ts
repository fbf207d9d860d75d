import type { ReportImage } from '#schemas/image/image.ts';
import { customerImages, providerImages } from '#schemas/image/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';

/** Undefined: the library of the provider. */
type Space = number | undefined;

export const imagesQuery = (customerId: Space) =>
  namedQuery(
    'report-image',
    [customerId ?? 'provider', 'list'],
    async (signal): Promise<readonly ReportImage[]> => {
      const { images } =
        customerId === undefined
          ? await call(providerImages.list, { signal })
          : await call(customerImages.list, { params: { customerId }, signal });
      return images;
    },
  );

/** The content of an image as an address that the page may draw. */
export const imageQuery = (customerId: Space, imageId: number) => ({
  ...namedQuery('report-image', [customerId ?? 'provider', 'content', imageId], async (signal) => {
    const { type, data } =
      customerId === undefined
        ? await call(providerImages.read, { params: { imageId }, signal })
        : await call(customerImages.read, { params: { customerId, imageId }, signal });
    return `data:${type};base64,${data}`;
  }),
  staleTime: 60_000,
});
