import { useState } from 'react';
import { Button } from '#web/ui/button/Button.tsx';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { PasswordField } from '#web/ui/field/PasswordField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useGalleryTexts } from './texts/en.ts';

export function InputsSection() {
  const text = useGalleryTexts();
  const [name, setName] = useState('');
  const [secret, setSecret] = useState('');
  const [operator, setOperator] = useState('>');
  const [on, setOn] = useState(true);
  const [tried, setTried] = useState(true);
  const missing = tried && name === '' ? text('nameError') : undefined;
  return (
    <div className="tt-gallery-form">
      <Form
        label={text('form')}
        errors={missing === undefined ? [] : [{ field: 'gallery-name', message: missing }]}
        onSubmit={() => setTried(true)}
        actions={
          <Button kind="primary" type="submit">
            {text('save')}
          </Button>
        }
      >
        <TextField
          required
          id="gallery-name"
          label={text('name')}
          placeholder={text('namePlaceholder')}
          description={text('nameHelp')}
          value={name}
          error={missing}
          onChange={setName}
        />
        <PasswordField
          label={text('password')}
          autoComplete="new-password"
          value={secret}
          onChange={setSecret}
        />
        <Select
          label={text('operator')}
          value={operator}
          options={[
            { value: '>', label: text('above') },
            { value: '<', label: text('below') },
          ]}
          onChange={setOperator}
        />
        <Checkbox label={text('enabled')} checked={on} onChange={setOn} />
        <Checkbox some label={text('some')} checked={false} onChange={setOn} />
        <Switch label={text('trap')} description={text('nameHelp')} checked={on} onChange={setOn} />
        <Switch label={text('enabled')} checked={!on} onChange={(value) => setOn(!value)} />
      </Form>
    </div>
  );
}
