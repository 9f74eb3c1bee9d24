import { createStore } from './store.ts'

/** Where this browser keeps how the shell looks: the script below reads it before anything is drawn. */
export const UI_SETTINGS_KEY = 'app.ui'

export const COLOR_MODES = ['system', 'light', 'dark'] as const
export type ColorMode = (typeof COLOR_MODES)[number]
export type FixedColorMode = Exclude<ColorMode, 'system'>

/** What a phone paints around the page: the colour of the page itself. */
const THEME_COLORS: Record<FixedColorMode, string> = { light: '#ffffff', dark: '#020617' }

const COLOR_MODE_KEY = 'nuxt-color-mode'

/** What the person prefers; 'system' until it was read from the browser. */
export const colorMode = createStore<ColorMode>('system')

/**
 * Runs in `<head>` before anything is painted, so the page never flashes in the wrong colours or the wrong density. The
 * forced mode of a page stands on `<html>`; a browser that keeps no storage follows the system. The colour around the
 * page is put into the document here, since React would keep the one that the server wrote beside it.
 */
export const COLOR_MODE_SCRIPT = `(()=>{const e=document.documentElement;let m;try{m=localStorage.getItem('${COLOR_MODE_KEY}');
const u=JSON.parse(localStorage.getItem('${UI_SETTINGS_KEY}')||'{}');
for(const k of ['density','motion','fontSize','sidebar'])if(typeof u[k]==='string')e.dataset[k]=u[k];
if(u.sidebarWidth>=200&&u.sidebarWidth<=320)e.style.setProperty('--sidebar-width',u.sidebarWidth+'px')}catch{}
m=e.dataset.forcedMode||m;if(m!=='light'&&m!=='dark')m=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
e.classList.add(m);e.style.colorScheme=m;
const t=document.createElement('meta');t.name='theme-color';t.content=m==='dark'?'${THEME_COLORS.dark}':'${THEME_COLORS.light}';
document.head.append(t)})()`

export function setColorMode(mode: ColorMode): void {
  colorMode.set(mode)
  try {
    localStorage.setItem(COLOR_MODE_KEY, mode)
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
  applyColorMode()
}

/** A page may force its mode; undefined gives the choice back to the person. */
export function forceColorMode(mode: FixedColorMode | undefined): void {
  if (mode) document.documentElement.dataset.forcedMode = mode
  else delete document.documentElement.dataset.forcedMode
  applyColorMode()
}

/** Reads the choice and follows the system, other tabs and this one from now on. */
export function startColorMode(): void {
  colorMode.set(readChoice())
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyColorMode)
  addEventListener('storage', ({ key }) => {
    if (key !== COLOR_MODE_KEY && key !== null) return
    colorMode.set(readChoice())
    applyColorMode()
  })
}

function readChoice(): ColorMode {
  try {
    const stored = localStorage.getItem(COLOR_MODE_KEY)
    return COLOR_MODES.find((mode) => mode === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

function applyColorMode(): void {
  const root = document.documentElement
  // Only a page that has one mode writes it: the server into the document, and `forceColorMode`.
  const wanted = (root.dataset.forcedMode as FixedColorMode | undefined) ?? colorMode.get()
  const dark = wanted === 'dark' || (wanted === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.classList.toggle('dark', dark)
  root.classList.toggle('light', !dark)
  root.style.colorScheme = dark ? 'dark' : 'light'
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', dark ? THEME_COLORS.dark : THEME_COLORS.light)
}
