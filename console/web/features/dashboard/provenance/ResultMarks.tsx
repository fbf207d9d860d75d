import type { DataPage } from '../data/data-page.ts';
import { resultOf } from '../data/dashlet-data.ts';
import { useDashletData } from '../data/use-document-data.ts';
import { useProvenanceTexts } from './texts/en.ts';
import { resultMarks, type ResultMark } from './result-marks.ts';

interface Props {
  readonly page: DataPage;
  /** Of the dashlet. */
  readonly id: string;
}

/** Says in the heading of a dashlet what its values are not: of windows of five minutes, exact, as they were requested. */
export function ResultMarks({ page, id }: Props) {
  const text = useProvenanceTexts();
  const marks = useDashletData(page, id, (data) => {
    const result = resultOf(data);
    return result === undefined ? '' : resultMarks(result).join('|');
  });
  if (marks === '') return null;
  const words = (marks.split('|') as ResultMark[]).map((mark) => text(mark)).join(', ');
  return (
    <span className="tt-muted tt-ellipsis tt-dashlet-mark" title={words}>
      {words}
    </span>
  );
}
