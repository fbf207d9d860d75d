import type { DashletType } from '#schemas/dashboard/dashlets.ts';
import { picturePaths } from './picture-paths.ts';

/** What a type of dashlet looks like, as a small drawing. */
export const DashletPicture = ({ type }: { readonly type: DashletType }) => (
  <svg className="tt-dashlet-picture" viewBox="0 0 72 44" width={72} height={44} aria-hidden="true">
    {picturePaths[type].map(({ d, as, tone }) => (
      <path key={`${tone} ${d}`} d={d} data-as={as} data-tone={tone} />
    ))}
  </svg>
);
