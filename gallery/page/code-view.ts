// The source of a scene, as it is in the project.
import { create } from './elements.ts';

/** Comments, strings, words of the language, numbers. */
const TOKENS =
  /(\/\*[\s\S]*?\*\/|\/\/.*)|('(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\b(import|export|from|const|let|for|of|if|else|return|function|type|interface|class|new|while|null|true|false|async|await|switch|case|default)\b|\b(\d[\d_.]*(?:e[+-]?\d+)?)\b/g;
const CLASSES = ['comment', 'string', 'word', 'number'];

/** Text with its comments, strings, words and numbers in elements of their own. */
export function highlighted(source: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const match of source.matchAll(TOKENS)) {
    parts.push(source.slice(end, match.index));
    const kind = match.slice(1).findIndex((group) => group !== undefined);
    parts.push(create('span', { className: `code-${CLASSES[kind]}`, textContent: match[0] }));
    end = match.index + match[0].length;
  }
  parts.push(source.slice(end));
  return parts;
}

/** Makes the dialog that shows the code of a scene. */
export function createCodeView(body: HTMLElement): { open(scene: string): Promise<void> } {
  const title = create('h2');
  const code = create('code');
  const pre = create('pre', { tabIndex: 0 }, [code]);
  const edit = create('a', { className: 'edit', textContent: 'Edit and run it' });
  const close = create('button', { type: 'submit', autofocus: true, textContent: 'Close' });
  const dialog = create('dialog', { className: 'help code', ariaLabel: 'Code of the scene' }, [
    title,
    pre,
    create('form', { method: 'dialog' }, [edit, close]),
  ]);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close(); // beside it
  });
  body.append(dialog);
  return {
    async open(scene) {
      title.textContent = `scenes/${scene}.ts`;
      edit.href = `playground.html#/${scene}`;
      code.textContent = '';
      dialog.showModal();
      try {
        const response = await fetch(`code/${scene}.txt`);
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        code.replaceChildren(...highlighted(await response.text()));
      } catch (error) {
        code.textContent = `The code could not be loaded (${(error as Error).message}). It is in scenes/${scene}.ts of the project.`;
      }
    },
  };
}
