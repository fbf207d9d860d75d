import './with-request-id.css';

/** Request ids are UUIDs. */
const REQUEST_ID = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/;

/** A sentence whose request id stays on one line: browsers break a line after each of its hyphens. */
export function WithRequestId({ text }: { readonly text: string }) {
  const [before = '', id, after] = text.split(REQUEST_ID);
  if (id === undefined) return text;
  return (
    <>
      {before}
      <span className="tt-request-id">{id}</span>
      {after}
    </>
  );
}
