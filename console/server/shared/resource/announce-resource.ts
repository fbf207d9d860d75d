import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { ResourceKind } from '#schemas/resource/kind.ts';

/** Tells every server, and through them the open screens, that resources of a kind changed. Call it after the commit. */
export function announceResource(bus: Pick<Bus, 'publish'>, kind: ResourceKind): void {
  bus.publish(subjects.config('resource'), JSON.stringify({ kind }));
}
