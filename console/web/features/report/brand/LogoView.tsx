import { useQuery } from '@tanstack/react-query';
import { IconPhotoOff } from '@tabler/icons-react';
import type { LogoOwner } from '#schemas/brand/brand.ts';
import type { ItemOf } from '#schemas/report/item.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useImageSpace } from '../images/image-space.ts';
import { useReportTexts } from '../texts/en.ts';
import { logoQuery, useBrand, useReportBeingEdited } from './use-brand.ts';

interface Props {
  readonly item: ItemOf<'image'>;
  readonly owner: LogoOwner;
}

/** Whose logo it is, for who does not see it. */
function useAlt({ item, owner }: Props): string {
  const customerId = useImageSpace();
  const { customers } = useSession();
  if (item.alt !== '' || owner === 'provider') return item.alt;
  return customers.find(({ id }) => id === customerId)?.name ?? '';
}

/** The logo of the provider or of the customer. Without one the place is empty, except for who designs the report. */
export function LogoView(props: Props) {
  const { item, owner } = props;
  const text = useReportTexts();
  const space = useImageSpace();
  const isEdited = useReportBeingEdited();
  const { logos, isPending } = useBrand();
  const isSet = logos?.[owner] !== undefined && logos[owner] !== null;
  const { data, isError } = useQuery({ ...logoQuery(space, owner), enabled: isSet });
  const alt = useAlt(props);
  if (isPending || (isSet && data === undefined && !isError))
    return <div className="tt-report-gap" data-waiting />;
  if (typeof data === 'string')
    return (
      <img
        className="tt-report-image"
        src={data}
        alt={alt}
        style={{ objectFit: item.fit }}
        draggable={false}
      />
    );
  return isEdited ? (
    <div className="tt-report-gap">
      <IconPhotoOff size={20} aria-hidden />
      <span>{text(`noLogo_${owner}`)}</span>
    </div>
  ) : null;
}
