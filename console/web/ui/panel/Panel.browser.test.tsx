import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { Panel } from './Panel.tsx';
import type { PanelState } from './panel-state.ts';

const names = ['Traffic', 'Errors', 'Processor', 'Memory'];

function Page({
  is,
  late,
}: {
  readonly is: 'never-loaded' | 'loading-over' | 'ready';
  readonly late: boolean;
}) {
  const state: PanelState = { is };
  return (
    <main>
      {names.map((name) => (
        <Panel key={name} nested label={name} state={state}>
          {null}
        </Panel>
      ))}
      {late && (
        <Panel nested label="Notes" state={{ is: 'never-loaded' }}>
          {null}
        </Panel>
      )}
    </main>
  );
}

it('panels that load together are announced by one sentence, and not when they renew what they show', async () => {
  const heard: string[] = [];
  // A region of a file that ran before would say that the panels are there already.
  for (const region of document.querySelectorAll('body > [role=status]')) region.remove();
  const { rerender } = await render(<Page is="never-loaded" late={false} />);
  await expect.poll(() => document.querySelector('body > [role=status]')).not.toBeNull();
  const region = document.querySelector('body > [role=status]')!;
  const watch = new MutationObserver(() => heard.push(region.textContent));
  watch.observe(region, { childList: true, characterData: true, subtree: true });
  await rerender(<Page is="ready" late={false} />);
  await expect.poll(() => heard).toEqual(['4 parts loaded']);
  await rerender(<Page is="loading-over" late={false} />);
  await rerender(<Page is="ready" late={false} />);
  // What comes later is the next that is heard.
  await rerender(<Page is="ready" late />);
  await expect.poll(() => heard).toEqual(['4 parts loaded', 'Loading Notes']);
  watch.disconnect();
});
