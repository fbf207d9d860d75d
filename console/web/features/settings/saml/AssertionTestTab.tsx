import { useState } from 'react';
import { testSamlAssertion } from '#schemas/settings/saml/routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { shownInPlace, useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { useSamlTexts } from './texts/en.ts';
import { AssertionVerdict } from './AssertionVerdict.tsx';

/** Tests a response of the identity provider. No one is signed in and nothing is stored. */
export function AssertionTestTab() {
  const text = useSamlTexts();
  const language = useLanguage();
  const [response, setResponse] = useState('');
  const [tried, setTried] = useState(false);
  const test = useRouteAction(testSamlAssertion, { touches: [] });
  const isMissing = response.trim() === '';
  const submit = () => {
    setTried(isMissing);
    if (!isMissing) test.run({ body: { response } }, { onProblem: shownInPlace });
  };
  return (
    <div className="tt-form-page">
      <Form
        label={text('testTitle')}
        onSubmit={submit}
        actions={
          <Button kind="primary" type="submit" busy={test.isPending}>
            {text('test')}
          </Button>
        }
      >
        <p className="tt-muted">{text('testHint')}</p>
        <TextArea
          code
          id="response"
          label={text('response')}
          rows={8}
          value={response}
          error={tried && isMissing ? text('responseMissing') : undefined}
          onChange={setResponse}
        />
      </Form>
      {test.problem !== null && <Banner tone="bad">{sentenceOf(test.problem, language)}</Banner>}
      {test.reply !== undefined && <AssertionVerdict result={test.reply} />}
    </div>
  );
}
