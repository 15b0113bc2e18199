// biome-ignore lint/complexity/noBannedTypes: as cannon-es declares them
type Listener = Function;

/** Calls listeners by the type of an event. */
export class EventTarget {
  declare private _listeners?: Record<string, Listener[]>;

  addEventListener(type: string, listener: Listener): EventTarget {
    this._listeners ??= {};
    this._listeners[type] ??= [];
    const list = this._listeners[type];
    if (!list.includes(listener)) list.push(listener);
    return this;
  }
  hasEventListener(type: string, listener: Listener): boolean {
    return this._listeners?.[type]?.includes(listener) ?? false;
  }
  hasAnyEventListener(type: string): boolean {
    return this._listeners?.[type] !== undefined;
  }
  removeEventListener(type: string, listener: Listener): EventTarget {
    const list = this._listeners?.[type];
    const index = list?.indexOf(listener) ?? -1;
    if (index >= 0) list!.splice(index, 1);
    return this;
  }
  /** Calls the listeners of `event.type`, with `event.target` set to this. */
  // biome-ignore lint/suspicious/noExplicitAny: events are whatever their sender makes of them
  dispatchEvent(event: any): EventTarget {
    const list = this._listeners?.[event.type];
    if (list === undefined) return this;
    event.target = this;
    for (let k = 0; k < list.length; k++) list[k].call(this, event);
    return this;
  }
}
