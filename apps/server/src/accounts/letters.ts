import { mailText } from '@switchyard/locale'
import type { Deps } from '../deps.ts'
import type { User } from '../http/visitor.ts'

/** Where a link of ours is opened: the token stands in the fragment, which no server and no log sees. */
export function linkTo(site: string, purpose: 'setup' | 'invite' | 'reset' | 'confirm', token: string): string {
  return `${site}/login#${purpose}=${token}`
}

/** Whom a letter is for, and the site that writes it. */
export interface Addressed {
  to: string
  language: User['language']
  /** The address of the site. */
  site: string
}

/**
 * Writes to somebody, without waiting for the mail server: how long it takes says nothing about who has an account here.
 * A letter that could not be sent stands in the log, without the link.
 */
export function post(
  { mail, log }: Pick<Deps, 'mail' | 'log'>,
  kind: 'reset' | 'confirm' | 'taken',
  { to, language, site }: Addressed,
  url: string,
): void {
  const text = [mailText(`${kind}-text`, language, { site: new URL(site).host }), url, mailText('ignore', language)]
  const letter = {
    to,
    subject: mailText(`${kind}-subject`, language, { site: new URL(site).host }),
    text: `${text.join('\n\n')}\n`,
  }
  mail?.(letter).catch((error: unknown) => log.error({ err: error, kind }, 'A mail could not be sent'))
}
