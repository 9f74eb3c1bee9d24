/** One element of an icon: name, attributes, children. */
export type SvgNode = readonly [
  name: string,
  attributes: Readonly<Record<string, string>>,
  children?: readonly SvgNode[],
]

const ELEMENTS = new Set(
  'circle clipPath defs ellipse g line linearGradient path polygon polyline radialGradient rect stop'.split(' '),
)
const ATTRIBUTES = new Set(
  (
    'clip-path clip-rule cx cy d fill fill-opacity fill-rule fx fy gradientTransform gradientUnits height id ' +
    'offset opacity points r rx ry stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset ' +
    'stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width transform width x x1 x2 y y1 y2'
  ).split(' '),
)
const TAG = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z-]+="[^"<>]*")*)\s*(\/?)>/y
const ATTRIBUTE = /\s([a-zA-Z-]+)="([^"<>]*)"/g
const SAFE_REFERENCE = /^url\(#[\w-]+\)$/
/** An attribute is read as CSS, where `u\72l(` is `url(`; before that as XML, where `&#117;rl(` is. */
const ESCAPE = /[\\&]/
/** Masks inside masks can cost a browser far more than their size shows, so a drawing loses its masks. */
const MASK = 'mask'
const MASK_ATTRIBUTES = new Set([MASK, 'maskUnits'])
const MAX_DEPTH = 16

/**
 * Reads the body of an icon into plain elements, so that it can be drawn without any HTML from outside. Masks are left
 * out. Anything else but known shapes and attributes, and more than 16 levels, gives undefined.
 */
export function svgNodes(body: string): SvgNode[] | undefined {
  const root: SvgNode[] = []
  const stack: { name: string; children: SvgNode[] }[] = [{ name: '', children: root }]
  TAG.lastIndex = 0
  while (TAG.lastIndex < body.length) {
    const tag = TAG.exec(body)
    if (!tag) return undefined
    const [, closing, name = '', attributeText = '', selfClosing] = tag
    if (closing) {
      if (stack.length < 2 || stack.pop()!.name !== name) return undefined
      continue
    }
    const attributes = attributesOf(attributeText)
    if ((!ELEMENTS.has(name) && name !== MASK) || !attributes || stack.length > MAX_DEPTH) return undefined
    const children: SvgNode[] = []
    if (name !== MASK) stack.at(-1)!.children.push(selfClosing ? [name, attributes] : [name, attributes, children])
    if (!selfClosing) stack.push({ name, children })
  }
  return stack.length === 1 ? root : undefined
}

function attributesOf(text: string): Record<string, string> | undefined {
  const attributes: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (MASK_ATTRIBUTES.has(name)) continue
    if (!ATTRIBUTES.has(name) || ESCAPE.test(value)) return undefined
    if (/url\s*\(/i.test(value) && !SAFE_REFERENCE.test(value)) return undefined
    attributes[name] = value
  }
  return attributes
}
