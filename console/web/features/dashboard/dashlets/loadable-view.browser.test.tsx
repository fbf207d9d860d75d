import { Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { loadableView } from './loadable-view.ts';

let mounted = 0;
function Shown({ text }: { readonly text: string }) {
  useState(() => (mounted += 1));
  return <p>{text}</p>;
}

const opened = (View: ReturnType<typeof loadableView<{ readonly text: string }>>['View']) => {
  const place = document.createElement('div');
  const root = createRoot(place);
  const draw = (text: string) =>
    flushSync(() =>
      root.render(
        <Suspense fallback="waits">
          <View text={text} />
        </Suspense>,
      ),
    );
  return { place, draw, close: () => root.unmount() };
};

it('a component whose code has been loaded is drawn at once', async () => {
  const { View, load } = loadableView(() => Promise.resolve({ default: Shown }));
  await load();
  const { place, draw, close } = opened(View);
  draw('values');
  expect(place.textContent).toBe('values');
  close();
});

it('one that loads its code with its first use waits for it, and does not begin again once it is there', async () => {
  const code = Promise.withResolvers<{ default: typeof Shown }>();
  const { View } = loadableView(() => code.promise);
  const { place, draw, close } = opened(View);
  draw('values');
  expect(place.textContent).toBe('waits');
  code.resolve({ default: Shown });
  await expect.poll(() => place.textContent).toBe('values');
  const before = mounted;
  draw('newer values');
  expect([place.textContent, mounted]).toEqual(['newer values', before]);
  close();
});
