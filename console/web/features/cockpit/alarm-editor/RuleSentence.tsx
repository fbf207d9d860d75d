import { useUiTexts } from '#web/ui/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { SeverityIcon } from '#web/ui/severity/SeverityIcon.tsx';
import { factsIn } from '#schemas/kpi/directory.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { toAlarmDraft, type EditorDraft } from './editor-draft.ts';
import { clearingText, conditionText, kpiText, levelsText } from '../rule-sentence.ts';
import { useCockpitTexts } from '../texts/en.ts';
import './rule-sentence.css';

const MAX_DOTS = 32;

/** One dot per measure, filled for the required outliers. */
function PeriodDots({ outliers, measures }: { readonly outliers: number; readonly measures: number }) {
  if (!(measures >= 1 && measures <= MAX_DOTS)) return null;
  return (
    <span className="tt-period-dots" aria-hidden="true">
      {Array.from({ length: measures }, (_, index) => (
        <span key={index} data-outlier={index >= measures - outliers} />
      ))}
    </span>
  );
}

/** The rule of the draft as a sentence. */
export function RuleSentence({ draft }: { readonly draft: EditorDraft }) {
  const text = useCockpitTexts();
  const ui = useUiTexts();
  const language = useLanguage();
  const kpis = useKpis();
  const alarm = toAlarmDraft(draft, kpis);
  const kpi = factsIn(kpis, alarm.kpi);
  const { threshold, outliers, measures, severity } = alarm;
  const isComplete = draft.kpi !== null && [threshold, outliers, measures].every(Number.isFinite);
  const raising = text('sentence', {
    severity: ui(severity),
    kpi: kpiText({ kpi, target: alarm.target }, text, language),
    condition: conditionText({ ...alarm, kpi }, text, language),
  });
  const clearing = clearingText(alarm, text, language);
  const levels = levelsText({ ...alarm, kpi }, ui, language);
  const rule = [levels, clearing]
    .filter((part) => part !== '')
    .reduce((first, remaining) => text('sentenceParts', { first, remaining }), raising);
  const sentence = isComplete ? rule : text('sentenceNone');
  return (
    <div className="tt-rule" data-status={severity} data-complete={isComplete}>
      <SeverityIcon status={severity} />
      <div>
        <p aria-live="polite">{sentence}</p>
        <PeriodDots outliers={outliers} measures={measures} />
      </div>
    </div>
  );
}
