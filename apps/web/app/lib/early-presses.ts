declare global {
  interface Window {
    earlyPresses?: HTMLButtonElement[] | undefined
  }
}

/**
 * Runs in `<head>`. A button can be pressed before the scripts of the page are there: the press is kept. A button that
 * sends a form sends it without scripts too.
 */
export const EARLY_PRESSES_SCRIPT = `window.earlyPresses=[];
addEventListener('click',e=>{const b=e.target.closest?.('button[type=button]');b&&window.earlyPresses?.push(b)},true)`

/** From here on the page hears presses itself. Gives those from before. */
export function takeEarlyPresses(): readonly HTMLButtonElement[] {
  const pressed = window.earlyPresses ?? []
  window.earlyPresses = undefined
  return pressed
}

/** Does what was pressed. A page that was drawn anew has the button once more. */
export function pressAgain(pressed: readonly HTMLButtonElement[]): void {
  for (const button of pressed) {
    const { testid } = button.dataset
    const now = button.isConnected ? button : testid && document.querySelector(`[data-testid="${CSS.escape(testid)}"]`)
    if (now instanceof HTMLElement) now.click()
  }
}
