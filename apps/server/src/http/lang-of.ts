import { LANGUAGE_HEADER } from '@switchyard/contract/language-header'
import { LANGS, languageNames, type Lang } from '@switchyard/convert/languages'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

const NAMES = languageNames()

/**
 * The language of words for a person: that of the page which asks, else the one that was chosen on a page before, else
 * the first one of the browser that we speak.
 */
export function langOf(c: Context): Lang {
  const shown = pageLangOf(c)
  if (shown !== undefined) return shown
  const chosen = NAMES.get(getCookie(c, 'i18n_redirected') ?? '')
  if (chosen !== undefined) return chosen
  for (const part of (c.req.header('accept-language') ?? '').split(',')) {
    const tag = part.split(';', 1)[0]!.trim()
    const known = NAMES.get(tag) ?? NAMES.get(tag.split('-', 1)[0]!)
    if (known !== undefined) return known
  }
  return LANGS[0]
}

/** The language of the page that asks; undefined for another program. */
export function pageLangOf(c: Context): Lang | undefined {
  return NAMES.get(c.req.header(LANGUAGE_HEADER) ?? '')
}
