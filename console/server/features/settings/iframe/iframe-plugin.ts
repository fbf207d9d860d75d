import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { LiveValue } from '#platform/live-config/watch-config.ts';
import type { Patterns } from '#platform/pattern/patterns.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  checkFrameAddress,
  readIframeWhitelist,
  updateIframeWhitelist,
} from '#schemas/settings/iframe/iframe.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { areFramesAllowed } from '../../../shared/iframe/frame-whitelist.ts';
import type { IframeRepository } from './iframe-repository.ts';

interface IframeNeeds {
  readonly whitelist: IframeRepository;
  readonly patterns: LiveValue<readonly string[]>;
  readonly matching: Pick<Patterns, 'match'>;
  readonly bus: Pick<Bus, 'publish'>;
}

/** The addresses that iframe dashlets may show. */
export function iframePlugin(
  app: FastifyInstance,
  { whitelist, patterns, matching, bus }: IframeNeeds,
): void {
  serve(app, readIframeWhitelist, () => whitelist.read());
  serve(app, updateIframeWhitelist, async ({ body, ...actor }) => {
    await whitelist.update(body, actor);
    bus.publish(subjects.config('iframe'), '{}');
    return {};
  });
  serve(app, checkFrameAddress, async ({ query: { url } }) => {
    const [allowed = false] = await areFramesAllowed(matching, patterns.current, [url]);
    return { allowed };
  });
}
