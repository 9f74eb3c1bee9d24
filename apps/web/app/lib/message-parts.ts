import type { Locale } from './locale.ts'

/** Words come in parts: those of every page, and those that only some pages ask for. */
export const MESSAGE_PARTS = [
  'messages',
  'account',
  'articles',
  'config-editor',
  'config-form',
  'convert',
  'diff',
  'node-grid',
  'publish',
  'settings',
  'subscribe',
] as const
export type MessagePart = (typeof MESSAGE_PARTS)[number]

export function messagesPath(buildId: string, locale: Locale, part: MessagePart = 'messages'): string {
  return `/_i18n/${buildId}/${locale}/${part}.json`
}

/** The file of a part, inside `messages/`. */
export function messagesFile(locale: Locale, part: MessagePart): string {
  return part === 'messages' ? `${locale}.json` : `${part}/${locale}.json`
}
