import { createContext, useContext, useMemo, type CSSProperties } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { LogoOwner } from '#schemas/brand/brand.ts';
import {
  brandProperties,
  defaultPrimary,
  fillOf,
  isBrandPaint,
  secondaryOf,
  type BrandColors,
} from '#schemas/brand/paint.ts';
import { customerReportBrand, providerReportBrand } from '#schemas/brand/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useImageSpace } from '../images/image-space.ts';

/** Undefined: of the multi-client space. */
type Space = number | undefined;

/** Whether a page is shown in the editor: what is empty for readers says there what it is for. */
const BeingEdited = createContext(false);
export const BeingEditedProvider = BeingEdited.Provider;
export const useReportBeingEdited = (): boolean => useContext(BeingEdited);

const STALE_MS = 60_000;

const brandQuery = (customerId: Space) => ({
  ...namedQuery('report-brand', [customerId ?? 'provider'], (signal) =>
    customerId === undefined
      ? call(providerReportBrand.read, { signal })
      : call(customerReportBrand.read, { params: { customerId }, signal }),
  ),
  staleTime: STALE_MS,
});

/** A logo as an address that the page may draw. */
export const logoQuery = (customerId: Space, owner: LogoOwner) => ({
  ...namedQuery('report-brand', [customerId ?? 'provider', owner], async (signal) => {
    const { logo } =
      customerId === undefined
        ? await call(providerReportBrand.provider, { signal })
        : await call(customerReportBrand[owner], { params: { customerId }, signal });
    return logo === null ? null : `data:${logo.type};base64,${logo.data}`;
  }),
  staleTime: STALE_MS,
});

const defaults: BrandColors = { primary: defaultPrimary, secondary: secondaryOf(defaultPrimary) };

/** Colours and logos of the reports of this place. */
export function useBrand() {
  const { data, isPending } = useQuery(brandQuery(useImageSpace()));
  return { colors: data ?? defaults, logos: data?.logos, isPending };
}

/** Properties of an element whose content may be drawn in the colours of the brand, on a background. */
export function useBrandStyle(background?: string): CSSProperties {
  const { colors } = useBrand();
  return useMemo(() => brandProperties(colors, background) as CSSProperties, [colors, background]);
}

/** The style of a box of its own background: letters in the colours of the brand are shades that can be read on it. */
export function useBoxStyle(background: string | undefined): CSSProperties {
  const own = useBrandStyle(background);
  if (background === undefined) return {};
  const ink = background.startsWith('on-') ? fillOf(background.slice(3)) : `var(--tt-on-${background})`;
  return {
    ...own,
    background: fillOf(background),
    ...(isBrandPaint(background) && ({ '--tt-paper-ink': ink } as CSSProperties)),
  };
}
