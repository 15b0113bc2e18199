// The three steps of a story in the bar.
import type { Measures } from '../../scenes/scene.ts';
import { storyOf } from '../stories/index.ts';
import type { Story } from '../stories/story.ts';
import { create, find, setText } from './elements.ts';

const STEPS = 3;

export interface StoryView {
  /** The story of a scene, or its description where it has none. */
  open(scene: string, description: string): void;
  /** Whether the step is shown that measures are for. */
  readonly wantsMeasures: boolean;
  measure(measures: Measures): void;
  next(): void;
}

export function createStoryView(container: HTMLElement): StoryView {
  const text = find(container, '#description');
  const button = find<HTMLButtonElement>(container, '[data-action="story"]');
  let story: Story | null = null;
  let step = 0;
  let measured: HTMLElement | null = null;

  function show(): void {
    button.hidden = !story;
    measured = null;
    if (!story) return;
    setText(button, `${step + 1}/${STEPS}`);
    button.ariaLabel = `Step ${step + 1} of ${STEPS} of the story: next step`;
    if (step === 0) text.textContent = story.see;
    else if (step === 1) {
      measured = create('span', { className: 'measured' });
      text.replaceChildren(create('code', { textContent: story.holds.formula }), ' ', measured, ` ${story.holds.text}`);
    } else {
      const { text: suggestion, link } = story.try;
      text.replaceChildren(link ? create('a', { href: link, textContent: suggestion }) : suggestion);
    }
  }

  const next = () => {
    step = (step + 1) % STEPS;
    show();
  };
  button.addEventListener('click', next);
  return {
    open(scene, description) {
      story = storyOf(scene);
      step = 0;
      text.textContent = description;
      show();
    },
    get wantsMeasures() {
      return measured !== null;
    },
    measure(measures) {
      if (measured && story) setText(measured, story.holds.measured(measures));
    },
    next,
  };
}
