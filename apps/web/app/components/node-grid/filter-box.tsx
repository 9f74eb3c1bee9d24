import { startTransition, useId, useOptimistic, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '../../ui/icon.tsx'
import { FILTER_MAX } from './filter-query.ts'
import { useGrid } from './grid-context.ts'
import { RegexMissing } from './regex-missing.tsx'
import { REGEX_WORDS } from './regex-words.ts'
import type { FilterState } from './use-view.ts'

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

/** The text that rows are looked for by. A key shows at once; many rows follow it, and make way for the next key. */
export function FilterBox({ text, isShort, issue, onRetry, onText, onLeave, input }: Props) {
  const { t } = useGrid()
  const noteId = useId()
  const isWrong = issue !== undefined || onRetry !== undefined
  const [typed, showTyped] = useOptimistic(text)
  const type = (next: string) => {
    if (isShort) return onText(next)
    startTransition(() => {
      showTyped(next)
      onText(next)
    })
  }
  return (
    <>
      <div className="relative min-w-0 flex-1">
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
        />
        <input
          ref={input}
          type="text"
          role="searchbox"
          data-testid="node-filter"
          value={typed}
          maxLength={FILTER_MAX}
          aria-label={t('filter')}
          aria-describedby={noteId}
          aria-invalid={isWrong || undefined}
          placeholder={t('filterHint')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="input h-(--control) px-8"
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Escape' && typed !== '') {
              event.preventDefault()
              type('')
            } else if (event.key === 'ArrowDown') {
              event.preventDefault()
              // What is done with the rows is done with those that are asked for.
              if (typed !== text) flushSync(() => onText(typed))
              onLeave()
            }
          }}
        />
        {typed !== '' && (
          <button
            type="button"
            aria-label={t('clearFilter')}
            className="absolute top-1/2 right-1 grid size-6 -translate-y-1/2 place-items-center rounded text-muted hover:bg-hover hover:text-fg"
            onClick={() => type('')}
          >
            <Icon name="x" className="size-3.5" />
          </button>
        )}
      </div>
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
