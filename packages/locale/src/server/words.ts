import type { Lang } from '@switchyard/convert/languages'
import type { Words } from '../format.ts'
import en from './en-US.json' with { type: 'json' }
import zh from './zh-CN.json' with { type: 'json' }

export type MailKey = keyof typeof en.mail
export type AddressKey = keyof typeof en.address
export type ShortLinkKey = keyof typeof en.shortLink
export type SharedFileKey = keyof typeof en.sharedFile
export type ConverterKey = keyof typeof en.converter
export type RuleListKey = keyof typeof en.ruleList

/** What the server writes itself. */
interface ServerWords {
  /** To people. */
  mail: Record<MailKey, Words>
  /** At the address of an output. */
  address: Record<AddressKey, Words>
  /** At a short link. */
  shortLink: Record<ShortLinkKey, Words>
  /** At the address of a shared file. */
  sharedFile: Record<SharedFileKey, Words>
  /** To who asks for a conversion by an address. */
  converter: Record<ConverterKey, Words>
  /** Where a rule list is asked for. */
  ruleList: Record<RuleListKey, Words>
}

export const SERVER_WORDS: Readonly<Record<Lang, ServerWords>> = { 'en-US': en, 'zh-CN': zh }
