import type { Locale } from './locale.ts'

/** Words come in parts: those of every page, and those that only some pages ask for. */
export const MESSAGE_PARTS = [
  'messages',
  'account',
  'ad-code',
  'api-docs',
  'articles',
  'client',
  'codec',
  'config-bench',
  'config-editor',
  'config-form',
  'convert',
  'diff',
  'favor',
  'file-edit',
  'file-save',
  'file-history',
  'files',
  'form-editor',
  'free-nodes',
  'git-accounts',
  'inject',
  'java',
  'kept',
  'list-import',
  'live-nodes',
  'mapping',
  'mihomo-prefix',
  'new-window',
  'node-grid',
  'node-table',
  'presets',
  'publish',
  'reachability',
  'settings',
  'short',
  'shorten',
  'storage',
  'subscribe',
  'tester',
  'tool-input',
] as const
export type MessagePart = (typeof MESSAGE_PARTS)[number]

/** Parts that are joined come in one answer: a request costs a phone a round trip. */
export const JOINED = '+'

export function messagesPath(buildId: string, locale: Locale, parts: readonly MessagePart[] = ['messages']): string {
  return `/_i18n/${buildId}/${locale}/${parts.join(JOINED)}.json`
}

/** The file of a part, inside `messages/`. */
export function messagesFile(locale: Locale, part: MessagePart): string {
  return part === 'messages' ? `${locale}.json` : `${part}/${locale}.json`
}
