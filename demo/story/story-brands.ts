import {
  readCustomerBrand,
  readProviderBrand,
  updateCustomerBrand,
  updateProviderBrand,
} from '#schemas/brand/routes.ts';
import type { StoryClient } from './story-client.ts';

const svg = (width: number, inside: string): string =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} 64">${inside}</svg>`,
  ).toString('base64');

const letters = (text: string, color: string): string =>
  `<text x="76" y="43" font-family="sans-serif" font-size="32" font-weight="700" fill="${color}">${text}</text>`;

/** A mark of three rings, as a network seen from its core. */
const provider = {
  primary: '#0b6e6e',
  secondary: '#083b46',
  logo: svg(
    250,
    `<g fill="none" stroke="#0b6e6e"><circle cx="32" cy="32" r="8" stroke-width="8"/><circle cx="32" cy="32" r="20" stroke-width="4"/><circle cx="32" cy="32" r="29" stroke-width="3"/></g>${letters('Provider', '#083b46')}`,
  ),
} as const;

/** Two customers with a logo of their own; the others have the colours of the provider. */
const customers = {
  boreval: {
    primary: '#b3261e',
    secondary: null,
    logo: svg(
      250,
      `<path d="M4 60 32 4l28 56H44L32 34 20 60z" fill="#b3261e"/>${letters('Boréval', '#3b0d0a')}`,
    ),
  },
  tessandre: {
    primary: '#f2b600',
    secondary: '#2b2b33',
    logo: svg(
      290,
      `<rect x="4" y="4" width="56" height="56" rx="10" fill="#2b2b33"/><path d="M16 20h32v8H36v24h-8V28H16z" fill="#f2b600"/>${letters('Tessandre', '#2b2b33')}`,
    ),
  },
} as const;

/** Logos and colours of the provider and of two customers; what is set stays as it is. */
export async function addBrands({ call }: StoryClient, ids: ReadonlyMap<string, number>): Promise<void> {
  const first = { retainsLogo: false, version: 0 };
  const stored = await call(readProviderBrand);
  if (stored.version === 0) await call(updateProviderBrand, { body: { ...provider, ...first } });
  for (const [clientId, brand] of Object.entries(customers)) {
    const id = ids.get(clientId);
    if (id === undefined) continue;
    const { version } = await call(readCustomerBrand, { params: { id } });
    if (version === 0) await call(updateCustomerBrand, { params: { id }, body: { ...brand, ...first } });
  }
}
