import { javascript } from '@codemirror/lang-javascript';
import { syntaxHighlighting } from '@codemirror/language';
import { classHighlighter } from '@lezer/highlight';
import { basicSetup, EditorView } from 'codemirror';

export interface Editor {
  text: string;
}

/** An editor of TypeScript; its colours are those of the page. */
export function createEditor(container: HTMLElement, label: string): Editor {
  const view = new EditorView({
    parent: container,
    extensions: [
      basicSetup,
      javascript({ typescript: true }),
      syntaxHighlighting(classHighlighter),
      EditorView.contentAttributes.of({ 'aria-label': label }),
    ],
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
  };
}
