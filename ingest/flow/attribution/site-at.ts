import type { SiteLookup } from '../template/record-context.ts';

/** Site of the 16-byte address at `at` (IPv4 mapped), 0 if none. */
export function siteAt(sites: SiteLookup, view: DataView, at: number): number {
  const isV4 = view.getUint32(at) === 0 && view.getUint32(at + 4) === 0 && view.getUint32(at + 8) === 0xffff;
  return isV4 ? sites.ofV4(view.getUint32(at + 12)) : sites.ofV6(view, at);
}
