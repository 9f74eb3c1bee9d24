import { readRulePath, type RulePathIssue } from '@switchyard/convert/facts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ACL4SSR, placeText, type PresetPlace } from '../../components/presets/preset-place.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'

interface Props {
  place: PresetPlace
  onOpen: (place: PresetPlace) => void
}

const ISSUE_WORDS = {
  empty: 'issue.empty',
  unreadable: 'issue.unreadable',
  'no-path': 'issue.no-path',
} as const satisfies Record<RulePathIssue, string>

/** Which folder is listed: typed as `owner/repo/path@branch`. */
export function PlaceForm({ place, onOpen }: Props) {
  const t = useTranslations('presets')
  const shown = placeText(place)
  const [text, setText] = useState(shown)
  const [issue, setIssue] = useState<RulePathIssue>()
  const open = (given: string) => {
    const read = readRulePath(given)
    setIssue('issue' in read ? read.issue : undefined)
    if ('issue' in read) return
    setText(placeText(read))
    onOpen(read)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        open(text)
      }}
    >
      <Field label={t('place')} hint={t('placeHint')} error={issue !== undefined && t(ISSUE_WORDS[issue])}>
        {(control) => (
          <span className="flex flex-wrap gap-2">
            <Input
              {...control}
              className="min-w-0 flex-1 basis-60 font-mono"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              data-testid="preset-place"
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setIssue(undefined)
              }}
            />
            <Button type="submit" data-testid="preset-open">
              {t('open')}
            </Button>
            {shown !== placeText(ACL4SSR) && <Button onClick={() => open(placeText(ACL4SSR))}>{t('back')}</Button>}
          </span>
        )}
      </Field>
    </form>
  )
}
