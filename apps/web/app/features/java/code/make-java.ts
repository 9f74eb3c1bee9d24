import type { Lang } from '@switchyard/convert/languages'
import { printScalar, type PrintStyle } from '@switchyard/convert/texts'
import { type JavaIssue, type JavaNote, JavaRefusal } from './issue.ts'
import type { InputFormat, JavaOptions } from './options.ts'
import { entriesOf, printProperties } from './properties.ts'
import { type JavaInput, readInput } from './read-input.ts'
import type { Tree } from './tree.ts'
import { writeClass } from './write-class.ts'
import { writeEnum } from './write-enum.ts'

export interface JavaMade {
  /** What the input was read as. */
  format: InputFormat
  text: string
  fileName: string
  notes: readonly JavaNote[]
}

export type JavaResult = JavaMade | { issue: JavaIssue }

/** A JSON, YAML or .properties text as Java, or as .properties or YAML; never throws. */
export function makeJava(text: string, options: JavaOptions, lang: Lang): JavaResult {
  try {
    const input = readInput(text, options.format, lang)
    const { format, root } = input
    const made = options.output === 'properties' ? translated(input) : javaOf(root, options)
    return { format, ...made, notes: [...input.notes, ...made.notes] }
  } catch (error) {
    if (error instanceof JavaRefusal) return { issue: error.issue }
    throw error
  }
}

function javaOf(root: Tree, options: JavaOptions): Omit<JavaMade, 'format'> {
  return options.output === 'enum' ? writeEnum(root, options) : writeClass(root, options)
}

function translated({ format, root }: JavaInput): Omit<JavaMade, 'format'> {
  if (format === 'properties') return { text: `${printYaml(root, '')}\n`, fileName: 'application.yaml', notes: [] }
  const { entries, empty, twice } = entriesOf(root)
  const notes: JavaNote[] = []
  if (empty > 0) notes.push({ code: 'empty-values', args: { n: empty } })
  if (twice > 0) notes.push({ code: 'same-key', args: { n: twice } })
  return { text: printProperties(entries), fileName: 'application.properties', notes }
}

const STYLE: PrintStyle = {
  format: 'yaml', quote: 'plain', keyQuote: 'plain', colon: ': ', comma: ', ', pad: '', lineEnd: '\n', step: '  ', dashes: '  ',
} // oxfmt-ignore

function printYaml(tree: Tree, indent: string): string {
  const separator = `\n${indent}`
  const inner = `${indent}  `
  switch (tree.kind) {
    case 'scalar':
      return tree.type === 'text' ? printScalar(tree.text, STYLE, false) : tree.text
    case 'list':
      return tree.items.map((item) => `- ${printYaml(item, inner)}`).join(separator)
    case 'map':
      return Array.from(tree.fields, ([key, child]) => {
        const space = child.kind === 'scalar' ? ' ' : `\n${inner}`
        return `${printScalar(key, STYLE, false)}:${space}${printYaml(child, inner)}`
      }).join(separator)
  }
}
