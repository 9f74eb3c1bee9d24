import { useId, useRef, useState, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { Chip } from '../../../ui/chip.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FILTER_MAX, leadingStates, toggleFacet, type SpelledFlag } from './filter-query.ts'
import { useGrid } from '../grid-context.ts'
import { RegexMissing } from './regex-missing.tsx'
import { REGEX_WORDS } from './regex-words.ts'
import { useTypedText } from './use-typed-text.ts'
import type { FilterState } from '../grid/use-view.ts'

interface Props {
  text: string
  /** Few rows follow each key at once. */
  isShort: boolean
  issue: FilterState['issue']
  /** Absent: nothing is missing that patterns need. */
  onRetry: FilterState['retry']
  onText: (text: string) => void
  /** Arrow down leaves the box for the rows. */
  onLeave: () => void
  input: Ref<HTMLInputElement>
}

/** The text that rows are looked for by. A key shows at once; many rows follow when the typing pauses. */
export function FilterBox({ text, isShort, issue, onRetry, onText, onLeave, input }: Props) {
  const { t } = useGrid()
  const noteId = useId()
  const inputId = useId()
  const isWrong = issue !== undefined || onRetry !== undefined
  const { typed, setTyped, follow } = useTypedText({ text, isShort, onText })
  const box = useRef<HTMLLabelElement>(null)
  const { head, setHead } = useChipHead(typed)
  const { states } = leadingStates(head)
  const shown = typed.slice(head.length).trimStart()
  /** Changes the words after the chips. `nextHead` has the chips that stay. */
  const type = (words: string, nextHead = head) => {
    const next = nextHead === '' || words === '' ? nextHead + words : `${nextHead} ${words}`
    setHead(next, nextHead)
    setTyped(next)
  }
  const removeState = (state: SpelledFlag) => {
    type(shown, toggleFacet(head, 'is', state))
    // The button disappears with its chip. Under a finger the focus would open the keyboard of the screen.
    if (document.activeElement?.matches(':focus-visible')) box.current!.querySelector('input')!.focus()
  }
  return (
    <>
      <label ref={box} htmlFor={inputId} className="input flex h-(--control) min-w-0 flex-1 items-center gap-1.5 pr-1">
        <Icon name="search" className="pointer-events-none size-4 shrink-0 text-muted" />
        {states.map((state) => (
          <Chip
            key={state}
            className="h-6! shrink-0 pr-1.5!"
            removeLabel={t('removeState', { name: t(`state.${state}`) })}
            onRemove={() => removeState(state)}
          >
            {t(`state.${state}`)}
          </Chip>
        ))}
        <input
          ref={input}
          id={inputId}
          type="text"
          role="searchbox"
          data-testid="node-filter"
          value={shown}
          maxLength={FILTER_MAX}
          aria-label={t('filter')}
          aria-describedby={noteId}
          aria-invalid={isWrong || undefined}
          placeholder={states.length > 0 ? '' : t('filterHint')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="-my-px h-[calc(100%+2px)] min-w-0 flex-1 bg-transparent outline-none"
          onChange={(event) => type(event.target.value)}
          onBlur={follow}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            const { selectionEnd } = event.currentTarget
            const lastState = states.at(-1)
            if (event.key === 'Escape' && typed !== '') {
              event.preventDefault()
              type('', '')
            } else if (event.key === 'Backspace' && selectionEnd === 0 && lastState) {
              event.preventDefault()
              removeState(lastState)
            } else if (event.key === 'ArrowDown') {
              event.preventDefault()
              // What is done with the rows is done with those that are asked for.
              flushSync(follow)
              onLeave()
            }
          }}
        />
        {shown !== '' && (
          <button
            type="button"
            aria-label={t('clearFilter')}
            className="grid size-6 shrink-0 place-items-center rounded text-muted hover:bg-hover hover:text-fg"
            onClick={() => type('')}
          >
            <Icon name="x" className="size-3.5" />
          </button>
        )}
      </label>
      <p id={noteId} className={isWrong ? 'order-last basis-full text-xs text-error' : 'sr-only'}>
        {onRetry ? (
          <RegexMissing onRetry={onRetry} />
        ) : issue ? (
          t(REGEX_WORDS[issue.reason], { pattern: issue.pattern })
        ) : (
          t('filterHelp')
        )}
      </p>
    </>
  )
}

/**
 * The states that a press wrote in front of the text. The box shows them as chips. States that a person types stay text,
 * because a chip would move the letters during typing.
 */
function useChipHead(text: string) {
  const [known, setKnown] = useState({ text: '', head: '' })
  // The box did not write this text, so a press did.
  const head = text === known.text ? known.head : text.slice(0, leadingStates(text).end)
  if (text !== known.text) setKnown({ text, head })
  return { head, setHead: (next: string, head: string) => setKnown({ text: next, head }) }
}
