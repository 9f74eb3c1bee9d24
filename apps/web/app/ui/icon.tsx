import type { SvgNode } from '@switchyard/svg-nodes'
import { createElement, type ReactNode } from 'react'
import { ICONS, type IconName } from './icons.ts'

/** One of the shell's own icons. It says nothing to a screen reader: the words beside it do. */
export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      aria-hidden="true"
      focusable="false"
      data-icon={`lucide:${name}`}
    >
      {linesOf(name)}
    </svg>
  )
}

const drawn = new Map<IconName, ReactNode>()

/** The very same elements each time: a list of rows draws hundreds of icons, and React then passes them over. */
function linesOf(name: IconName): ReactNode {
  if (!drawn.has(name)) drawn.set(name, drawNodes(ICONS[name]))
  return drawn.get(name)
}

const REACT_NAMES: Record<string, string> = {}

export function drawNodes(nodes: readonly SvgNode[]): ReactNode {
  return nodes.map(([name, attributes, children], index) =>
    createElement(name, { key: index, ...reactAttributes(attributes) }, children && drawNodes(children)),
  )
}

/** SVG writes `stroke-width`, React `strokeWidth`. */
function reactAttributes(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      (REACT_NAMES[name] ??= name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())),
      value,
    ]),
  )
}
