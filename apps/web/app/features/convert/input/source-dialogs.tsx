import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { withSource, type RecipeSource } from '@switchyard/recipe/model'
import { useSession } from '../session/use-convert.ts'

export function RenameDialog({ source, onClose }: { source: RecipeSource; onClose: () => void }) {
  const t = useTranslations('convert.source')
  const session = useSession()
  const [name, setName] = useState(source.name)
  const save = () => {
    if (name.trim()) session.change((model) => withSource(model, source.id, { name: name.trim() }))
    onClose()
  }
  return (
    <Dialog
      open
      size="small"
      title={t('rename')}
      onClose={onClose}
      footer={
        <Button look="solid" onClick={save}>
          {t('rename')}
        </Button>
      }
    >
      <Field label={t('name')}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && save()}
          />
        )}
      </Field>
    </Dialog>
  )
}

/** What an address says, pasted where the browser may not read it. */
export function PasteDialog({ source, onClose }: { source: RecipeSource; onClose: () => void }) {
  const t = useTranslations('convert.source')
  const session = useSession()
  const [text, setText] = useState('')
  return (
    <Dialog
      open
      title={t('pasteContent')}
      dirty={text !== ''}
      onClose={onClose}
      footer={
        <Button
          look="solid"
          disabled={text.trim() === ''}
          onClick={() => {
            session.change((model) => withSource(model, source.id, { text, loadedAt: Date.now() }))
            onClose()
          }}
        >
          {t('usePasted')}
        </Button>
      }
    >
      <Field label={t('pasteLabel')} hint={t('pasteNote')}>
        {(control) => (
          <Textarea
            {...control}
            rows={10}
            className="font-mono text-xs"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}
