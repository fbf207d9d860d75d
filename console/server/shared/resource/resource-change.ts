import type { Bus } from '#platform/bus/bus.ts';
import { ResourceChange } from '#schemas/socket/live.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { ResourceKind } from '#schemas/resource/kind.ts';

/** Notifies every server, and through them the open screens, that resources of a kind changed. Call it after the commit. */
export function publishResourceChange(bus: Pick<Bus, 'publish'>, kind: ResourceKind): void {
  bus.publish(subjects.config('resource'), JSON.stringify({ kind }));
}

/** Undefined for a malformed notice. */
export function readResourceChange(data: Uint8Array): ResourceChange | undefined {
  try {
    return ResourceChange.parse(JSON.parse(new TextDecoder().decode(data)));
  } catch {
    return undefined;
  }
}
