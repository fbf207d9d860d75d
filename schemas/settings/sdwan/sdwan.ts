import { z } from 'zod';
import { sdwanDefaults } from '../../limit/collection.ts';
import { reportFaults, type SettingsFault } from '../../dashboard/settings-fault.ts';
import { API, route } from '../../route.ts';
import { Line } from '../../text/line.ts';

export const SDWAN_SETTING_NAME = 'sdwan';

/** Colours that Cisco defines for TLOCs. */
export const tlocColors = [
  ...(['default', 'mpls', 'metro-ethernet', 'biz-internet', 'public-internet', 'lte', '3g'] as const),
  ...(['red', 'green', 'blue', 'gold', 'silver', 'bronze', 'custom1', 'custom2', 'custom3'] as const),
  ...(['private1', 'private2', 'private3', 'private4', 'private5', 'private6'] as const),
] as const;
export type TlocColor = (typeof tlocColors)[number];

const MAX_PATTERN = 500;

/** The number of groups of a regular expression; undefined: it is none. */
function groupsOf(pattern: string): number | undefined {
  try {
    // By itself, so that it cannot close the group around it.
    const { source } = new RegExp(pattern);
    // The alternative without a condition matches first, with a place for each group: some expressions take years for the empty text.
    return (new RegExp(`|(?:${source})`).exec('')?.length ?? 1) - 1;
  } catch {
    return undefined;
  }
}

/** A regular expression; empty: none. */
const Pattern = z
  .string()
  .trim()
  .max(MAX_PATTERN, 'TOO_LONG')
  .refine((pattern) => groupsOf(pattern) !== undefined, 'REGEX_INVALID');

const NetworkName = Line.min(1, 'REQUIRED').max(60, 'TOO_LONG');

const shape = z.strictObject({
  /** Network of the colours that no network names. */
  defaultInternetUnderlay: NetworkName,
  /** TLOCs (`system address:colour`) whose tunnels are left out. */
  tlocExclusionPattern: Pattern,
  /** Description of a loopback interface; its first group is the physical interface that it is bound to, whose state it has. */
  loopbackBindItfDescPattern: Pattern.refine(
    (pattern) => pattern === '' || groupsOf(pattern) !== 0,
    'LOOPBACK_GROUP_MISSING',
  ),
  /** Names of the interfaces of IOS XE routers that are IPsec tunnels. */
  cEdgeIpsecTunnelsPattern: Pattern,
  /** Each colour belongs to one network at most. */
  networkByColors: z
    .array(z.strictObject({ network: NetworkName, colors: z.array(z.enum(tlocColors)) }))
    .max(tlocColors.length),
});

const folded = (name: string): string => name.trim().toLowerCase();

function networkFaults({ defaultInternetUnderlay, networkByColors }: z.infer<typeof shape>): SettingsFault[] {
  const names = [defaultInternetUnderlay, ...networkByColors.map(({ network }) => network)].map(folded);
  const colors = networkByColors.flatMap(({ colors: own }, index) => own.map((color) => ({ color, index })));
  return [
    ...networkByColors.flatMap((_, index): SettingsFault[] =>
      // The first name is that of the default.
      names.indexOf(names[index + 1] ?? '') <= index
        ? [{ path: ['networkByColors', index, 'network'], code: 'NETWORK_NAME_TAKEN' }]
        : [],
    ),
    ...colors.flatMap(({ color, index }, at): SettingsFault[] =>
      colors.findIndex((other) => other.color === color) < at
        ? [{ path: ['networkByColors', index, 'colors'], code: 'NOT_UNIQUE' }]
        : [],
    ),
  ];
}

/** What the tunnels and interfaces of Cisco's SD-WAN mean to the provider. */
export const SdwanSetting = shape.superRefine(reportFaults(networkFaults));
export type SdwanSetting = z.infer<typeof SdwanSetting>;

export const defaultSdwanSetting: SdwanSetting = {
  defaultInternetUnderlay: sdwanDefaults.internetUnderlay,
  tlocExclusionPattern: '',
  loopbackBindItfDescPattern: '',
  cEdgeIpsecTunnelsPattern: '',
  networkByColors: [],
};

/** The patterns by the name of their field. */
export const sdwanPatterns = [
  ...(['tlocExclusionPattern', 'loopbackBindItfDescPattern', 'cEdgeIpsecTunnelsPattern'] as const),
] as const;

/** The network of a colour: the default one where none names it. */
export function underlayOf(
  { networkByColors, defaultInternetUnderlay }: SdwanSetting,
  color: string,
): string {
  const named = networkByColors.find(({ colors }) => (colors as readonly string[]).includes(color));
  return named?.network ?? defaultInternetUnderlay;
}

const base = { path: `${API}/mt/settings/sdwan`, scope: 'admin', everyCustomer: true } as const;

export const readSdwanSetting = route({
  ...base,
  method: 'GET',
  needs: 'SETTINGS.SDWAN.read',
  summary: 'Patterns and networks of Cisco SD-WAN',
  reply: SdwanSetting,
});

export const updateSdwanSetting = route({
  ...base,
  method: 'PUT',
  needs: 'SETTINGS.SDWAN.write',
  summary: 'Update the patterns and networks of Cisco SD-WAN',
  body: SdwanSetting,
  reply: z.strictObject({}),
  problems: ['REGEX_SLOW'],
});
