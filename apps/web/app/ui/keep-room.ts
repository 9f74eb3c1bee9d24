/** Says in a variable of the page how high a bar at its foot is, while the bar is there; gives back how to end it. */
export function keepRoom(bar: HTMLElement, name: `--${string}`): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(name, `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty(name)
  }
}
