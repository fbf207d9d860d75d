import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { UiProvider } from '#web/ui/layout/UiProvider.tsx';
import { Button } from './Button.tsx';

test('a disabled button says why', async () => {
  await render(
    <UiProvider>
      <Button disabledReason="You may not do this.">Save</Button>
    </UiProvider>,
  );
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
});
