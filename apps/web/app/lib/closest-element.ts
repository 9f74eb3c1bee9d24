/** The nearest element around what an event happened on; none when that is the document or the window. */
export function closestElement(target: EventTarget | null, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null
}
