// Names written at places of a world: HTML over the canvas, so that they are as sharp and as readable as the rest of the page.
import { type PerspectiveCamera, Vector3 } from 'three';
import type { Label } from '../dress/dress.ts';
import type { Viewport } from './viewports.ts';

const point = new Vector3();

export class Labels {
  private readonly elements: HTMLElement[];

  constructor(
    container: HTMLElement,
    private readonly labels: readonly Label[],
  ) {
    this.elements = labels.map(({ text }) => {
      const element = document.createElement('div');
      element.className = 'place-label';
      element.textContent = text;
      element.ariaHidden = 'true';
      element.hidden = true;
      container.append(element);
      return element;
    });
  }

  /** Puts them where the places are in a picture of so many CSS pixels of height. */
  place(camera: PerspectiveCamera, { left, bottom, width, height }: Viewport, stageHeight: number): void {
    for (const [k, { at }] of this.labels.entries()) {
      point.fromArray(at).project(camera);
      const isSeen = point.z < 1 && Math.abs(point.x) < 1 && Math.abs(point.y) < 1;
      const element = this.elements[k];
      element.hidden = !isSeen;
      if (!isSeen) continue;
      const [x, y] = [left + ((point.x + 1) / 2) * width, stageHeight - bottom - ((1 + point.y) / 2) * height];
      element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, 0)`;
    }
  }

  /** Not seen until they are placed again. */
  hide(): void {
    for (const element of this.elements) element.hidden = true;
  }

  dispose(): void {
    for (const element of this.elements) element.remove();
  }
}
