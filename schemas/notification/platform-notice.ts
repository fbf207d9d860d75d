import { z } from 'zod';
import { HealthNotice, healthNoticeTexts } from './health-notice.ts';
import { StreamNotice, streamNoticeTexts, type NoticeText } from './stream-notice.ts';

/** Notice about the platform itself, to the targets that receive platform events. */
export const PlatformNotice = z.union([StreamNotice, HealthNotice]);
export type PlatformNotice = z.infer<typeof PlatformNotice>;

/** Whether a notice is about the platform: it belongs to no customer. */
export const isPlatformNotice = (
  notice: PlatformNotice | { readonly is: 'single' | 'grouped' },
): notice is PlatformNotice => notice.is === 'streams' || notice.is === 'health';

/** Subject and text in each language. */
export const platformNoticeTexts = (
  notice: PlatformNotice,
): { readonly en: NoticeText; readonly fr: NoticeText } =>
  notice.is === 'streams' ? streamNoticeTexts(notice) : healthNoticeTexts(notice);

/** What the notice is about, and the kind of each. */
export const platformTargets = (
  notice: PlatformNotice,
): { readonly names: readonly string[]; readonly kind: 'stream' | 'component' } =>
  notice.is === 'streams'
    ? { names: notice.streams, kind: 'stream' }
    : { names: notice.components.map(({ id }) => id), kind: 'component' };
