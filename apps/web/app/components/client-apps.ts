import type { OutputId } from '@switchyard/recipe/model'
import { type Platform, type Program, PROGRAMS } from '@switchyard/recipe/programs'
import { phoneSystemOf } from '../lib/phone-system.ts'

/** A program that takes one of our formats. */
export type ClientApp = Program & { output: OutputId }

export const CLIENT_APPS: readonly ClientApp[] = PROGRAMS.filter(
  (program): program is ClientApp => program.output !== undefined,
)

/** The platform that a browser runs on. */
export function platformOf(browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Platform | undefined {
  const { userAgent } = browser
  // The browser of HarmonyOS NEXT: docs/decisions/client-programs.md
  if (/OpenHarmony/.test(userAgent)) return 'HarmonyOS'
  const phone = phoneSystemOf(browser)
  if (phone) return phone
  if (/Macintosh/.test(userAgent)) return 'macOS'
  if (/Windows/.test(userAgent)) return 'Windows'
  return /Linux|X11/.test(userAgent) ? 'Linux' : undefined
}
