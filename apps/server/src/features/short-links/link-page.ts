import { type Lang, shortLinkText, type ShortLinkKey } from '@switchyard/locale'
import { escapeHtml } from '../../http/escape-html.ts'
import { notePage, passwordForm } from '../../http/note-page.ts'

/** What a short link has to say to a person. */
export type LinkNote =
  /** Where it leads, before anybody goes there. */
  | { kind: 'leads'; code: string; target: URL }
  | { kind: 'password'; code: string; isWrong: boolean }
  | { kind: 'gone' | 'not-found' | 'too-many' | 'reported' }

/** A page of a short link. Nothing on it but the address it leads to comes from whoever made the link. */
export function linkPage(note: LinkNote, lang: Lang): string {
  return notePage(titleOf(note, lang), bodyOf(note, lang), lang)
}

function titleOf({ kind }: LinkNote, lang: Lang): string {
  return words(`${kind}-title`, lang)
}

function bodyOf(note: LinkNote, lang: Lang): string {
  const text = (key: ShortLinkKey) => words(key, lang)
  switch (note.kind) {
    case 'leads':
      return `<p><bdi class="host">${escapeHtml(note.target.host)}</bdi></p>
<p>${text('leads-text')}${note.target.protocol === 'http:' ? ` ${text('leads-plain')}` : ''}</p>
<p><a class="go" href="${escapeHtml(note.target.href)}" rel="noreferrer noopener">${text('continue')}</a></p>
<hr>
<form method="post" action="/s/${note.code}/report"><button class="plain">${text('report')}</button></form>`
    case 'password':
      return passwordForm(`/s/${note.code}`, note.isWrong, {
        password: text('password'),
        wrong: text('password-wrong'),
        go: text('continue'),
      })
    default:
      return `<p>${text(`${note.kind}-text`)}</p>`
  }
}

function words(key: ShortLinkKey, lang: Lang): string {
  return escapeHtml(shortLinkText(key, lang))
}
