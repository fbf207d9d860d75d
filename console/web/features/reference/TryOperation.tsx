import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { addressWith, type ApiOperation } from './operation.ts';
import { useReferenceTexts } from './texts/en.ts';

const MAX_SHOWN_CHARACTERS = 20_000;

const indented = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** Tries a read-only call with the user's session. */
export function TryOperation({ operation }: { readonly operation: ApiOperation }) {
  const text = useReferenceTexts();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const sending = useMutation({
    mutationFn: async () => {
      const response = await fetch(addressWith(operation, values));
      return {
        status: response.status,
        body: indented(await response.text()).slice(0, MAX_SHOWN_CHARACTERS),
      };
    },
  });
  return (
    <div className="tt-reference-try">
      <h3>{text('try')}</h3>
      <p className="tt-muted">{text('tryHint')}</p>
      <Form
        label={text('try')}
        onSubmit={() => sending.mutate()}
        actions={
          <Button type="submit" busy={sending.isPending}>
            {text('send')}
          </Button>
        }
      >
        <div className="tt-form-pair">
          {operation.parameters.map(({ name, required }) => (
            <TextField
              key={name}
              label={name}
              required={required}
              value={values[name] ?? ''}
              onChange={(value) => setValues({ ...values, [name]: value })}
            />
          ))}
        </div>
      </Form>
      {sending.data !== undefined && (
        <div role="status">
          <p>{text('answered', { status: sending.data.status })}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable (WCAG 2.1.1) */}
          <pre role="region" aria-label={text('answer')} tabIndex={0}>
            {sending.data.body}
          </pre>
        </div>
      )}
    </div>
  );
}
