import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from './Button.tsx';

test('a disabled button says why', async () => {
  await render(<Button disabledReason="You may not do this.">Save</Button>);
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
});
