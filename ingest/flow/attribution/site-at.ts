import type { SiteLookup } from '../template/record-context.ts';

/** The site of the address that stands in 16 bytes of the view at `at`, IPv4 mapped; 0 when none. */
export function siteAt(sites: SiteLookup, view: DataView, at: number): number {
  const isV4 = view.getUint32(at) === 0 && view.getUint32(at + 4) === 0 && view.getUint32(at + 8) === 0xffff;
  return isV4 ? sites.ofV4(view.getUint32(at + 12)) : sites.ofV6(view, at);
}
