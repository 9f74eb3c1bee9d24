import type { LineMark, LineStatus } from '@switchyard/recipe/model'
import type { SvgNode } from '@switchyard/svg-nodes'
import { type IconName, ICONS } from '../../ui/icons.ts'
import { STATE_LOOKS } from '../state-looks.ts'

const LOOKS = {
  ...STATE_LOOKS,
  ok: STATE_LOOKS.output,
  warn: STATE_LOOKS.warning,
  notice: STATE_LOOKS.note,
} satisfies Record<LineStatus, unknown>

const SVG = 'http://www.w3.org/2000/svg'

/** The icon of a line. Its entry has the same icon in the list. */
export function signOf(status: LineStatus): Element {
  return iconOf(LOOKS[status].icon)
}

/** An icon of the page, for the editor. */
export function iconOf(name: IconName): Element {
  return drawn(['svg', { class: 'cm-sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, ICONS[name]])
}

/** The class that gives a line's sign and words their colour. */
export function toneOf(status: LineStatus): string {
  return `cm-tone-${LOOKS[status].tone}`
}

function drawn([name, attributes, children = []]: SvgNode): Element {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children.map(drawn))
  return element
}

/** A word for each status, and one for a line whose entries ended differently. */
export type StatusWords = Readonly<Record<LineStatus | 'partly', string>>

export function statusWord({ status, isPartly }: LineMark, words: Partial<StatusWords>): string {
  return words[isPartly ? 'partly' : status] ?? ''
}
