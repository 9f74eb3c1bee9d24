import { outputFacts } from '@switchyard/convert/facts'
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state'
import { type Command, EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view'
import type { Locale } from '../../lib/locale.ts'
import { blankAt, keyAt } from './config-keys.ts'
import { hintAt, type HintedClient, hintsBelow, type SchemaHint } from './schema-hints.ts'

/** Tells what the key under the pointer or the caret is; while the text can be edited, offers keys and values. */
export function codeHints(client: HintedClient, locale: Locale): { extension: Extension; explain: Command } {
  const language = outputFacts(client).file.language === 'json' ? 'json' : 'yaml'

  const tooltipAt = (state: EditorState, at: number): Tooltip | null => {
    const place = keyAt(state, at)
    const hint = place && hintAt(client, place.keys)
    return hint ? { pos: place.from, end: place.to, above: true, create: () => ({ dom: card(hint, locale) }) } : null
  }
  const shown = StateField.define<Tooltip | null>({
    create: () => null,
    update(tooltip, transaction) {
      for (const effect of transaction.effects) if (effect.is(show)) return effect.value
      return transaction.docChanged || transaction.selection ? null : tooltip
    },
    provide: (field) => showTooltip.from(field),
  })
  const hide = (view: EditorView) => {
    if (view.state.field(shown) === null) return false
    view.dispatch({ effects: show.of(null) })
    return true
  }

  const complete = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const blank = state.readOnly ? undefined : blankAt(state, pos, language)
    if (!blank || (!explicit && blank.kind === 'key' && blank.from === pos)) return null
    const { kind, keys, from, isQuoted } = blank
    const follows = state.sliceDoc(pos, pos + 1)
    const options =
      kind === 'key'
        ? hintsBelow(client, keys).map((hint) => {
            const label = hint.path.slice(hint.path.lastIndexOf('.') + 1)
            return {
              label,
              info: hint.words[locale],
              apply: language === 'json' ? quoted(label, isQuoted, follows) : label,
            }
          })
        : (hintAt(client, keys)?.values ?? []).map((label) => ({
            label,
            apply: language === 'json' && !isPlain(label) ? quoted(label, isQuoted, follows) : label,
          }))
    return options.length > 0 ? { from, options, validFor: /^[\w-]*$/ } : null
  }

  const explain: Command = (view) => {
    const { head } = view.state.selection.main
    const line = view.state.doc.lineAt(head)
    const start = line.from + line.text.search(/[^\s-]|$/)
    const tooltip = tooltipAt(view.state, head) ?? tooltipAt(view.state, start)
    if (!tooltip) return false
    const { keys } = keyAt(view.state, tooltip.pos)!
    view.dispatch({ effects: [show.of(tooltip), EditorView.announce.of(hintAt(client, keys)!.words[locale])] })
    return true
  }

  return {
    explain,
    extension: [
      shown,
      hoverTooltip((view, at) => tooltipAt(view.state, at)),
      // Before the editor's own, which tell of the line.
      Prec.high(
        keymap.of([
          { key: 'Mod-.', run: explain },
          { key: 'Escape', run: hide },
        ]),
      ),
      autocompletion({ override: [complete], icons: false }),
    ],
  }
}

const show = StateEffect.define<Tooltip | null>()

const isPlain = (value: string) => value === 'true' || value === 'false'

/** A JSON text, whose quotes may stand there already. */
function quoted(label: string, isOpen: boolean, follows: string): string {
  return `${isOpen ? '' : '"'}${label}${follows === '"' ? '' : '"'}`
}

function card({ path, values, words }: SchemaHint, locale: Locale): HTMLElement {
  const element = document.createElement('div')
  element.className = 'cm-card'
  const name = document.createElement('strong')
  name.textContent = path.replaceAll('.*', '')
  const sentence = document.createElement('p')
  sentence.textContent = words[locale]
  element.append(name, sentence)
  if (values) {
    const list = document.createElement('code')
    list.textContent = values.join(' · ')
    element.append(list)
  }
  return element
}
