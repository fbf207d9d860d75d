import { useState } from 'react';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { ScrollRegion } from '#web/ui/layout/ScrollRegion.tsx';
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

/** A response as it is shown. */
interface ShownResponse {
  readonly status: number;
  readonly body: string;
}

async function receive(address: string): Promise<ShownResponse> {
  const response = await fetch(address);
  return {
    status: response.status,
    body: indented(await response.text()).slice(0, MAX_SHOWN_CHARACTERS),
  };
}

/** Tries a read-only call with the user's session. */
export function TryOperation({ operation }: { readonly operation: ApiOperation }) {
  const text = useReferenceTexts();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { run, isPending } = useAction([]);
  const [received, setReceived] = useState<ShownResponse>();
  const send = () => {
    setReceived(undefined);
    run(() => receive(addressWith(operation, values)), { onDone: setReceived });
  };
  return (
    <div className="tt-reference-try">
      <h3>{text('try')}</h3>
      <p className="tt-muted">{text('tryHint')}</p>
      <Form
        label={text('try')}
        onSubmit={send}
        actions={
          <Button type="submit" busy={isPending}>
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
      {received !== undefined && (
        <div role="status">
          <p>{text('responded', { status: received.status })}</p>
          <ScrollRegion as="pre" label={text('response')}>
            {received.body}
          </ScrollRegion>
        </div>
      )}
    </div>
  );
}
