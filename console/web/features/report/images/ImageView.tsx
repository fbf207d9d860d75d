import { useQuery } from '@tanstack/react-query';
import { IconPhotoOff } from '@tabler/icons-react';
import type { ItemOf } from '#schemas/report/item.ts';
import { useReportTexts } from '../texts/en.ts';
import { useImageSpace } from './image-space.ts';
import { imageQuery } from './image-queries.ts';

/** An image on a page; one that does not exist any more is a gap that says so. */
export function ImageView({ item }: { readonly item: ItemOf<'image'> }) {
  const text = useReportTexts();
  const space = useImageSpace();
  const { data, isError } = useQuery({
    ...imageQuery(space, item.image ?? 0),
    enabled: item.image !== null,
  });
  if (item.image === null || isError)
    return (
      <div className="tt-report-gap">
        <IconPhotoOff size={20} aria-hidden />
        <span>{text('imageMissing')}</span>
      </div>
    );
  return data === undefined ? (
    <div className="tt-report-gap" data-waiting />
  ) : (
    <img
      className="tt-report-image"
      src={data}
      alt={item.alt}
      style={{ objectFit: item.fit }}
      draggable={false}
    />
  );
}
