import { Shell } from '#web/kernel/shell/Shell.tsx';
import { makeRouter } from '#web/routes/router.ts';
import { shell } from '#web/routes/shell.ts';
import { renderWith, type RenderedPage, type RenderOptions } from './render-page.tsx';

/** Renders the entire console at an address: for what leads from page to page. What this file imports reaches every page. */
export const renderConsole = (address: string, options: RenderOptions = {}): Promise<RenderedPage> =>
  renderWith(
    (queries) => {
      shell.update({ component: Shell });
      return makeRouter(queries);
    },
    address,
    options,
  );
