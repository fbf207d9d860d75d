import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { MantineTheme } from '../layout/MantineTheme.tsx';
import { NumberField } from './NumberField.tsx';

async function pasted(text: string, plain: boolean): Promise<readonly (number | null)[]> {
  const given: (number | null)[] = [];
  const onChange = (value: number | null): void => void given.push(value);
  await render(
    <MantineTheme>
      <NumberField plain={plain} decimals={6} label="Latitude" value={null} onChange={onChange} />
    </MantineTheme>,
  );
  const field = page.getByRole('textbox', { name: 'Latitude' });
  await expectVisible(field);
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', text);
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  field.element().dispatchEvent(paste);
  return given;
}

it('a pasted coordinate with a decimal comma is not ten times as large', async () => {
  expect(await pasted(' 47,2184 ', true)).toEqual([47.2184]);
});

it('a comma that separates thousands is left to the field', async () => {
  expect(await pasted('1,500', false)).toEqual([]);
});
