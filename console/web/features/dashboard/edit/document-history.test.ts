import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carried, changed, newHistory, redone, undone } from './document-history.ts';

interface Note {
  title: string;
  lines: string[];
}
const start = newHistory<Note>({ title: '', lines: [] });
const typed = (text: string) => (note: Note) => {
  note.title = text;
};

describe('the changes of a draft', () => {
  it('are undone one by one, and redone', () => {
    const edited = changed(changed(start, typed('a')), (note) => void note.lines.push('x'));
    const back = undone(edited);
    expect(back.value).toEqual({ title: 'a', lines: [] });
    expect(undone(back).value).toEqual(start.value);
    expect(redone(redone(undone(back))).value).toEqual(edited.value);
  });

  it('typing into one input is one change', () => {
    const edited = ['W', 'WA', 'WAN'].reduce(
      (history, text) => changed(history, typed(text), 'title'),
      start,
    );
    expect([edited.past.length, undone(edited).value.title, redone(undone(edited)).value.title]).toEqual([
      1,
      '',
      'WAN',
    ]);
  });

  it('a new change ends what could be redone', () => {
    const edited = changed(undone(changed(start, typed('a'))), typed('b'));
    expect(redone(edited).value.title).toBe('b');
  });

  it('a change of nothing is none', () => {
    expect(changed(start, typed('')).past).toEqual([]);
  });

  it('can be undone before a merge too, each with what the other user changed', () => {
    const edited = changed(changed(start, typed('a')), (note) => void note.lines.push('x'));
    const merged = carried(edited, ({ title, lines }) => ({ title, lines: ['theirs', ...lines] }));
    expect(merged.value).toEqual({ title: 'a', lines: ['theirs', 'x'] });
    const back = undone(merged);
    expect([back.value, undone(back).value]).toEqual([
      { title: 'a', lines: ['theirs'] },
      { title: '', lines: ['theirs'] },
    ]);
    expect(redone(redone(undone(back))).value).toEqual(merged.value);
    // Theirs hides what was changed before.
    expect(carried(edited, ({ lines }) => ({ title: 'b', lines })).past).toHaveLength(1);
  });

  it('undoing all of them restores the start, whatever they were', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.boolean())), (edits) => {
        const edited = edits.reduce(
          (history, [text, isLine]) =>
            isLine
              ? changed(history, (note) => void note.lines.push(text))
              : changed(history, typed(text), 'title'),
          start,
        );
        const back = edits.reduce((history) => undone(history), edited);
        expect(back.value).toEqual(start.value);
      }),
    );
  });
});
