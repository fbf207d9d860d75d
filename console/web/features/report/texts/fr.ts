import type { TextsLike } from '#web/lib/text-types.ts';
